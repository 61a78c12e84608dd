import { describe, expect, test } from "vitest";
import { auditRow } from "../support/auditTable.ts";
import { auditedPolynomial, polynomialBudget, polynomialPairs } from "../support/polynomialAudit.ts";

/** Releases of each neighbour. */
const count = 5_000 * Number(process.env["AUDIT_FACTOR"] ?? 1);
const { epsilon } = polynomialBudget;

// An audit of a sound release is above its claim with probability at most 4·10⁻⁶.
describe.each(polynomialPairs)("audit of a polynomial: %s", (...pair) => {
  test.each(["laplace", "gaussian"] as const)("%s noise keeps ε, and a quarter of it does not", (law) => {
    const [found, weakened] = [1, 1 / 4].map((factor) => auditedPolynomial(pair, law, { count, factor })) as [
      number,
      number,
    ];
    auditRow({ of: "ε", claim: epsilon, found, weakened });
    expect(found).toBeLessThan(epsilon);
    expect(weakened).toBeGreaterThan(epsilon);
  });
});
