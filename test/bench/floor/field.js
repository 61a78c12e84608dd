// The floor of a field: 200 × 200 values to colours on a canvas, and the lines of eight draws where they are asked for.
const [side, width, height] = [200, 840, 430];
const draws = Number(new URLSearchParams(location.search).get("draws"));
const at = (k) => [(k % side) / side, Math.floor(k / side) / side];
const of = (f) => Float64Array.from({ length: side * side }, (_, k) => f(...at(k)));
const estimate = of((x, y) => Math.exp(-20 * ((x - 0.4) ** 2 + (y - 0.5) ** 2)));
const noise = of((x, y) => Math.sin(23 * x + 9 * y) + Math.sin(31 * y - 4 * x));
const colours = Uint32Array.from({ length: 512 }, (_, i) => (0xff000000 | (i << 15) | (i << 7) | (i >> 1)) >>> 0);
const raster = Object.assign(document.createElement("canvas"), { width: side, height: side });
const image = new ImageData(side, side);
const context = document.querySelector("canvas").getContext("2d");
document.querySelector("input").addEventListener("input", ({ target }) => {
  const sigma = 0.3 * Math.exp(-target.value / 250);
  const pixels = new Uint32Array(image.data.buffer);
  for (let k = 0; k < pixels.length; k++)
    pixels[k] = colours[Math.max(0, Math.min(511, (256 + 220 * (estimate[k] + sigma * noise[k])) | 0))];
  raster.getContext("2d").putImageData(image, 0, 0);
  context.drawImage(raster, 0, 0, width, height);
  for (let d = 0; d < draws; d++) {
    context.beginPath();
    for (let i = 0; i < 400; i++)
      context.lineTo((i / 400) * width, height * (0.5 + 0.02 * d * sigma + 0.2 * Math.sin(i / 40 + sigma * d)));
    context.stroke();
  }
});
