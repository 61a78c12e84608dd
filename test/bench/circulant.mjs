import FFT from "fft.js";

/** Smoothing and noise on a torus of one or two axes with fft.js: what one would write with that package. */
export function createCirculant(lengths) {
  const [nx, ny = 1] = lengths;
  const alongX = new FFT(nx);
  const alongY = ny > 1 ? new FFT(ny) : undefined;
  const spectrum = new Float64Array(2 * nx * ny);
  const product = new Float64Array(2 * nx * ny);
  const row = new Float64Array(2 * nx);
  const rowOut = new Float64Array(2 * nx);
  const column = new Float64Array(2 * ny);
  const columnOut = new Float64Array(2 * ny);

  const eachRow = (data, method) => {
    for (let j = 0; j < ny; j++) {
      row.set(data.subarray(2 * j * nx, 2 * (j + 1) * nx));
      alongX[method](rowOut, row);
      data.set(rowOut, 2 * j * nx);
    }
  };
  const eachColumn = (data, method) => {
    for (let i = 0; i < nx && alongY; i++) {
      for (let j = 0; j < ny; j++) {
        column[2 * j] = data[2 * (i + j * nx)];
        column[2 * j + 1] = data[2 * (i + j * nx) + 1];
      }
      alongY[method](columnOut, column);
      for (let j = 0; j < ny; j++) {
        data[2 * (i + j * nx)] = columnOut[2 * j];
        data[2 * (i + j * nx) + 1] = columnOut[2 * j + 1];
      }
    }
  };

  const inverse = () => {
    eachColumn(product, "inverseTransform");
    eachRow(product, "inverseTransform");
    return product;
  };

  return {
    /** Transforms bins, first axis fastest, `width` to a row. */
    load: (bins, width = bins.length) => {
      spectrum.fill(0);
      for (let k = 0; k < bins.length; k++) spectrum[2 * ((k % width) + Math.floor(k / width) * nx)] = bins[k];
      eachRow(spectrum, "transform");
      eachColumn(spectrum, "transform");
    },
    /** Smooths by a Gaussian of covariance H, in steps; real parts at even places. */
    smooth: (H) => {
      for (let j = 0; j < ny; j++) {
        const b = (2 * Math.PI * (j <= ny / 2 ? j : j - ny)) / ny;
        for (let i = 0; i < nx; i++) {
          const a = (2 * Math.PI * (i <= nx / 2 ? i : i - nx)) / nx;
          const factor = Math.exp(-0.5 * (H[0][0] * a * a + (ny > 1 ? 2 * H[0][1] * a * b + H[1][1] * b * b : 0)));
          const k = 2 * (i + j * nx);
          product[k] = factor * spectrum[k];
          product[k + 1] = factor * spectrum[k + 1];
        }
      }
      return inverse();
    },
    /** A Gaussian process whose covariance, in the order of the frequencies, is loaded; 2·nx·ny normals. */
    sample: (normals) => {
      for (let k = 0; k < nx * ny; k++) {
        const weight = Math.sqrt(Math.max(0, spectrum[2 * k]) * nx * ny);
        product[2 * k] = weight * normals[2 * k];
        product[2 * k + 1] = weight * normals[2 * k + 1];
      }
      return inverse();
    },
  };
}
