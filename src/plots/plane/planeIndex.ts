import type { BoundaryPicture } from "./boundaryPicture.ts";

type Plane = Pick<BoundaryPicture, "counts" | "domain">;

/** Nearest grid point, first axis fastest; undefined outside the plane. */
export function planeIndex(
  { counts: [nx, ny], domain: { x, y } }: Plane,
  [px, py]: readonly [number, number],
): number | undefined {
  const i = Math.round(((px - x[0]) / (x[1] - x[0])) * (nx - 1));
  const j = Math.round(((py - y[0]) / (y[1] - y[0])) * (ny - 1));
  return i >= 0 && i < nx && j >= 0 && j < ny ? i + j * nx : undefined;
}

export function planePlace({ counts: [nx, ny], domain: { x, y } }: Plane, index: number): readonly [number, number] {
  const [i, j] = [index % nx, Math.floor(index / nx)];
  return [x[0] + ((x[1] - x[0]) * i) / (nx - 1), y[0] + ((y[1] - y[0]) * j) / (ny - 1)];
}
