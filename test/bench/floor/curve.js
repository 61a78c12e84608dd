// The floor of a curve: band, two paths and a slider, in plain SVG.
const [count, width, height] = [1000, 805, 459];
const grid = Array.from({ length: count }, (_, i) => i / (count - 1));
const estimate = grid.map((x) => Math.exp(-50 * (x - 0.3) ** 2) + 0.7 * Math.exp(-80 * (x - 0.7) ** 2));
const noise = grid.map((x) => Math.sin(23 * x) + 0.5 * Math.sin(61 * x + 1));
const place = (y, i) => `${(44 + grid[i] * (width - 54)).toFixed(1)},${((1.6 - y) * 0.5 * height).toFixed(1)}`;
const line = (values) => `M${values.map(place).join("L")}`;
const path = (name) => document.querySelector(`path.${name}`);
const band = (values, half) =>
  `${line(values.map((y) => y + half))}L${values
    .map((y, i) => place(y - half, i))
    .reverse()
    .join("L")}Z`;
document.querySelector("input").addEventListener("input", ({ target }) => {
  const sigma = 0.3 * Math.exp(-target.value / 250);
  const release = estimate.map((y, i) => y + sigma * noise[i]);
  path("band").setAttribute("d", band(release, 2 * sigma));
  path("estimate").setAttribute("d", line(estimate));
  path("release").setAttribute("d", line(release));
});
