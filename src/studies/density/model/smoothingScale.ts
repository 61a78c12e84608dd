import { transformations } from "../../../core/special/transformation.ts";
import { drawn, type OptionFields } from "./options.ts";

export function smoothingScale(scenario: OptionFields): {
  readonly forward: (x: number) => number;
  readonly inverse: (u: number) => number;
} {
  const { scale } = drawn(scenario);
  return scale === "own" ? { forward: same, inverse: same } : transformations[scale];
}

function same(x: number): number {
  return x;
}
