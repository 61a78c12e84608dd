import { axisBottom, axisLeft, scaleLog, select } from "d3";

/** Sensitivities on finer and finer grids: each line as points (number of grid points, sensitivity), all positive. */
export interface SensitivityPicture {
  readonly chosen: readonly (readonly [number, number])[];
  /** The estimator's own kernel as that of the noise, for comparison. */
  readonly own: readonly (readonly [number, number])[];
}

const size = { width: 420, height: 260, left: 58, right: 26, top: 14, bottom: 42 };

/** Draws sensitivities against the number of grid points, both on log scales, into a host element. */
export function drawSensitivity(host: HTMLElement, { chosen, own }: SensitivityPicture): void {
  const all = [...chosen, ...own];
  const counts = all.map(([count]) => count);
  const values = all.map(([, value]) => value);
  const x = scaleLog([Math.min(...counts), Math.max(...counts)], [size.left, size.width - size.right]);
  // At least a decade, so that a flat line looks flat.
  const middle = Math.sqrt(Math.min(...values) * Math.max(...values));
  const [low, high] = [
    Math.min(Math.min(...values) / 1.3, middle / 3.2),
    Math.max(Math.max(...values) * 1.3, middle * 3.2),
  ];
  const y = scaleLog([low, high], [size.height - size.bottom, size.top]);
  const path = (points: readonly (readonly [number, number])[]) =>
    points.map(([a, b], i) => `${i === 0 ? "M" : "L"}${x(a).toFixed(1)},${y(b).toFixed(1)}`).join("");

  const root = select(host);
  root.selectAll("svg").remove();
  const svg = root
    .append("svg")
    .attr("class", "sensitivity-plot")
    .attr("viewBox", `0 0 ${size.width} ${size.height}`)
    .attr("role", "img")
    .attr("aria-label", "Sensitivity against the number of grid points, on log scales");
  svg
    .append("g")
    .attr("class", "axis")
    .attr("transform", `translate(0,${size.height - size.bottom})`)
    .call(axisBottom(x).ticks(4, "~g"));
  svg.append("g").attr("class", "axis").attr("transform", `translate(${size.left},0)`).call(axisLeft(y).ticks(4, "~g"));
  svg.append("path").attr("class", "own").attr("d", path(own));
  svg.append("path").attr("class", "chosen").attr("d", path(chosen));
  svg
    .append("g")
    .selectAll("circle")
    .data(chosen)
    .join("circle")
    .attr("class", "chosen")
    .attr("r", 3.2)
    .attr("cx", ([count]) => x(count))
    .attr("cy", ([, value]) => y(value));
  svg
    .append("text")
    .attr("class", "axis-name")
    .attr("text-anchor", "end")
    .attr("x", size.width - size.right)
    .attr("y", size.height - 6)
    .text("grid points m");
  svg
    .append("text")
    .attr("class", "axis-name")
    .attr("x", size.left + 6)
    .attr("y", size.top + 2)
    .text("sensitivity Δ");
}
