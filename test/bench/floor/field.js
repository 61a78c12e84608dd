// The floor of a field: 200 × 200 values to colours on a canvas, and lines at levels of the draws. Like ours it looks for lines
// at every second grid point while it moves, and finds what stays once: the points, and the original's line. A boundary has a
// halo.
const query = new URLSearchParams(location.search);
const [width, height, draws, levels] = ["width", "height", "draws", "levels"].map((name) => Number(query.get(name)));
const [side, stride] = [200, 2];
const at = (k) => [(k % side) / side, Math.floor(k / side) / side];
const of = (f) => Float64Array.from({ length: side * side }, (_, k) => f(...at(k)));
const bump = of((x, y) => Math.exp(-20 * ((x - 0.4) ** 2 + (y - 0.5) ** 2)));
const estimate = levels === 1 ? bump.map((value) => value - 0.4) : bump;
/** So that there are as many pieces of line as in ours: some 2000 of contours, 160 of a boundary. */
const rough = levels === 1 ? 1 : 2.4;
const noises = Array.from({ length: draws }, (_, d) =>
  of((x, y) => rough * (Math.sin(23 * x + 9 * y + d) + Math.sin(31 * y - 4 * x))),
);
const colours = Uint32Array.from({ length: 512 }, (_, i) => (0xff000000 | (i << 15) | (i << 7) | (i >> 1)) >>> 0);
const shown = Object.assign(document.querySelector("canvas"), { width, height });
const context = shown.getContext("2d", { alpha: false });
const raster = Object.assign(document.createElement("canvas"), { width: side, height: side });
const image = new ImageData(side, side);
const pixels = new Uint32Array(image.data.buffer);
const released = new Float64Array(side * side);

/** Marching squares: the pieces of the line at a level, cell by cell. */
function addLine(path, values, level) {
  const [stepX, stepY] = [width / (side - 1), height / (side - 1)];
  const share = (k, l) => (stride * (values[k] - level)) / (values[k] - values[l]);
  const [right, up] = [stride, stride * side];
  const ends = [];
  for (let j = 0; j + stride < side; j += stride)
    for (let i = 0; i + stride < side; i += stride) {
      const k = i + j * side;
      const isAbove = values[k] >= level;
      const b = values[k + right] >= level;
      const c = values[k + right + up] >= level;
      const d = values[k + up] >= level;
      if (isAbove === b && b === c && c === d) continue;
      ends.length = 0;
      if (isAbove !== b) ends.push(i + share(k, k + right), j);
      if (b !== c) ends.push(i + stride, j + share(k + right, k + right + up));
      if (c !== d) ends.push(i + share(k + up, k + right + up), j + stride);
      if (d !== isAbove) ends.push(i, j + share(k, k + up));
      for (let e = 0; e < ends.length; e += 4) {
        path.moveTo(ends[e] * stepX, height - ends[e + 1] * stepY);
        path.lineTo(ends[e + 2] * stepX, height - ends[e + 3] * stepY);
      }
    }
}

const points = Object.assign(document.createElement("canvas"), { width, height });
const scattered = points.getContext("2d");
for (let i = 0; levels === 1 && i < 3000; i++)
  scattered.fillRect(((i * 7919) % 1009) * (width / 1009), ((i * 104729) % 1013) * (height / 1013), 3, 3);

const original = new Path2D();
if (levels === 1) addLine(original, estimate, 0);
function stroke(path, colour, lineWidth, dashes = []) {
  context.setLineDash(dashes);
  if (levels === 1 && lineWidth > 1) {
    Object.assign(context, { strokeStyle: "#fff", globalAlpha: 0.75, lineWidth: 2 * lineWidth });
    context.stroke(path);
  }
  Object.assign(context, { strokeStyle: colour, globalAlpha: lineWidth > 1 ? 1 : 0.2, lineWidth });
  context.stroke(path);
}

document.querySelector("input").addEventListener("input", ({ target }) => {
  const sigma = 0.3 * Math.exp(-target.value / 250);
  const [drawn, scale] = levels === 1 ? [estimate, 1 / sigma] : [released, 1];
  if (drawn === released) for (let k = 0; k < released.length; k++) released[k] = estimate[k] + sigma * noises[0][k];
  for (let j = 0, k = 0; j < side; j++)
    for (let to = side * (side - 1 - j), end = to + side; to < end; to++, k++)
      pixels[to] = colours[Math.max(0, Math.min(511, (256 + 64 * scale * drawn[k]) | 0))];
  raster.getContext("2d").putImageData(image, 0, 0);
  context.globalAlpha = 1;
  context.drawImage(raster, 0, 0, width, height);
  if (levels === 1) context.drawImage(points, 0, 0);
  for (let d = draws - 1; d >= 0; d--) {
    const noise = noises[d];
    for (let k = 0; k < released.length; k++) released[k] = estimate[k] + sigma * noise[k];
    const path = new Path2D();
    for (let n = 1; n <= levels; n++) addLine(path, released, levels === 1 ? 0 : n / (levels + 1));
    stroke(path, "#D55E00", d > 0 ? 1 : levels === 1 ? 2.6 : 1.6);
  }
  if (levels === 1) stroke(original, "#222", 1.8, [7, 4]);
});
