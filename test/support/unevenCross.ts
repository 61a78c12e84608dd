import { pointsFrom } from "../../src/core/points.ts";

/** Four points far from which the memberships of a machine add up to nothing (errata K6). */
export const unevenCross = pointsFrom([
  [-0.3, 0],
  [0, 0.06],
  [0.3, 0],
  [0, -0.3],
]);
