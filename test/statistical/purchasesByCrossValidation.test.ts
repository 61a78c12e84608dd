import { describe, expect, test } from "vitest";
import { drawExponentialMechanism } from "../../src/core/privacy/choice/exponentialMechanism.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { auditRow } from "../support/auditTable.ts";
import {
  auditedChoice,
  bandwidthChoice,
  functionChoice,
  meanFunctionChoice,
  lostBy,
  penaltyChoice,
  sizeChoice,
  smoothingChoice,
} from "../support/choiceAudit.ts";
import type { AuditedChoice } from "../support/choiceAudit.ts";

// Scores cost fits and the draws do not, so that each neighbour is scored once. A bound is above what these neighbours lose with
// probability 4·10⁻⁶ at most, and one of twice the ε likewise above what that loses.

/** With how many times as many draws as usual: 5 in `npm run audit`. */
const factor = Number(process.env["AUDIT_FACTOR"] ?? 1);

const audits: readonly (readonly [
  what: string,
  made: (count: number) => AuditedChoice,
  near: number,
  caught: number,
  // What these neighbours lose at least, and how many times the ε is found out.
  least: number,
  times: number,
])[] = [
  // Records where an event tells nearly all, and records where twice the ε is found out.
  ["λ of a boundary", penaltyChoice, 10, 5, 0.93, 2],
  ["φ and ρ of a mean curve", smoothingChoice, 10, 5, 0.93, 2],
  ["a bandwidth", bandwidthChoice, 8, 5, 0.93, 2],
  // Errors of all candidates move alike.
  ["degree and order of a polynomial", sizeChoice, 6, 3, 0.4, 8],
  // Functions, not records.
  ["one of a list of functions", functionChoice, 60, 20, 0.93, 2],
  ["one of a list for a mean curve", meanFunctionChoice, 60, 20, 0.93, 2],
];

describe.each(audits)("what is chosen by scores, %s", (_, made, near, caught, least, times) => {
  const draws = 600_000 * factor;
  const choice = made(near);
  const { epsilon, scores, foldsOf, bought } = choice;

  test("tells neighbours apart as its exact law says, and within ε", () => {
    const exact = lostBy(choice, epsilon);
    const { found, expected } = auditedChoice(choice, { draws, seed: 9 });
    const { found: weakened } = auditedChoice(made(caught), { draws: draws / 4, times, seed: 11 });
    auditRow({ of: "ε", claim: epsilon, exact, found, weakened });
    expect(exact).toBeLessThanOrEqual(epsilon);
    expect(exact).toBeGreaterThan(least * epsilon);
    expect(found).toBeLessThanOrEqual(exact);
    // Where it is expected, but for five standard deviations: the bounds take 4.6 of them.
    expect(found).toBeGreaterThan(expected - (exact - expected));
    expect(found).toBeGreaterThan((factor >= 5 ? 0.85 : 0.8) * Math.min(1, least / 0.93) * epsilon);
    expect(weakened).toBeGreaterThan(epsilon);
  });

  test("is drawn by that law on the public way: the same of the same bits, and another of other scores", () => {
    let other = 0;
    for (const which of [0, 1] as const) {
      for (let seed = 0; seed < 40; seed++) {
        const drawn = (of: 0 | 1) => {
          const random = seededSource(seed);
          foldsOf?.(random);
          return drawExponentialMechanism({ ...scores[of], epsilon, random });
        };
        expect(bought(which, { epsilon, random: seededSource(seed) })).toBe(drawn(which));
        if (drawn(0) !== drawn(1)) other++;
      }
    }
    expect(other).toBeGreaterThan(0);
  });
});
