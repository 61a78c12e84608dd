import { expect, test } from "vitest";
import { evidenceOf } from "../../../src/core/privacy/attack/playing.ts";
import { boundsText, ofHundred } from "../../../src/panels/attack/attackWords.ts";

const sides = [
  { rounds: 0, beyond: 0 },
  { rounds: 0, beyond: 0 },
] as const;
const pure = { kind: "pure", epsilon: 2 } as const;
const gaussian = { kind: "gaussian", mu: 0.268 } as const;

test.each([
  [1, 1, gaussian, 1e-5, "These rounds bound nothing yet"],
  [4, 20, gaussian, 1e-5, "These rounds bound nothing yet"],
  [9, 20, gaussian, 1e-5, "By these rounds μ of this pair is at most 0.962, ε at δ = 10⁻⁵ is at most 4.18"],
  [554, 1020, gaussian, 1e-5, "By these rounds μ of this pair is 0.0601 to 0.373, ε at δ = 10⁻⁵ is 0.196 to 1.44"],
  [5000, 5000, gaussian, undefined, "By these rounds μ of this pair is at least 6.36 (right"],
  // Laplace noise at ε = 2: right in 1 − e⁻¹/2 = 0.816 of rounds, which a curve of ln(0.816/0.184) = 1.49 would be as well.
  [8160, 10_000, pure, 1e-5, "By these rounds ε of this pair is at least 1.44 (right"],
])("%d of %d right guesses bound a loss as far as they can", (right, rounds, claim, delta, words) => {
  expect(boundsText(evidenceOf({ right, rounds, sides }, claim), claim, delta)).toContain(words);
});

test("ofHundred never rounds to 0, 50 or 100: no attacker is worth a coin, or always right", () => {
  const shares = [0, 0.0123, 0.5, 0.500_004, 0.5002, 0.506, 0.5533, 0.993, 0.999_52, 1];
  const said = ["under 0.01", "1", "50", "50.0004", "50.02", "50.6", "55", "99.3", "99.95", "over 99.99"];
  expect(shares.map(ofHundred)).toEqual(said);
});
