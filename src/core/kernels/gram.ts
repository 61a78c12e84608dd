import type { Kernel } from "./kernel.ts";
import { pointAt, pointCount, type Points } from "../points.ts";

/** Kernel matrix [k(xᵢ, xⱼ)] of m points, shape (m, m), row-major. */
export function gram(kernel: Kernel, at: Points): Float64Array {
  const m = pointCount(at);
  const K = new Float64Array(m * m);
  for (let i = 0; i < m; i++) {
    for (let j = 0; j <= i; j++) {
      K[i * m + j] = kernel.evaluate(pointAt(at, i), pointAt(at, j));
      K[j * m + i] = K[i * m + j]!;
    }
  }
  return K;
}
