import { describe, expect, test } from "vitest";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { releasingTable } from "../../src/core/releases/tableRelease.ts";
import type { TableReleaseParameters } from "../../src/core/releases/tableRelease.ts";
import type { ClassifiedRecords } from "../../src/core/releases/tableRows.ts";
import { lastOf } from "../../src/core/slices.ts";
import { epsilonOf, muOf } from "../support/audits.ts";
import { publicPart, recordedWords } from "../support/privateReleases.ts";
import { auditRow } from "../support/auditTable.ts";
import { askedTable, auditedEntries, auditedTable, releasedRows, rowsOfTable } from "../support/tableAudit.ts";

/** A generated table of few rows, and all that is asked of its release. */
function generated(seed: number, protection: "entry" | "record") {
  const random = seededSource(seed);
  const whole = (most: number) => 1 + Math.floor(most * random.uniform());
  const [N, p, classCount, recordsPerPerson] = [2 + whole(8), whole(5), whole(3), whole(3)];
  const ranges = Array.from({ length: p }, () => {
    const lower = 200 * random.uniform() - 100;
    return [lower, lower + 10 ** (4 * random.uniform() - 2)] as const;
  });
  // Some entries are outside their range, some at its ends, some not numbers of ordinary size.
  const entry = (j: number) => {
    const [lower, upper] = ranges[j]!;
    const kind = random.uniform();
    if (kind < 0.2) return lower;
    if (kind < 0.4) return upper;
    if (kind < 0.5) return 1e300 * (random.uniform() - 0.5);
    return lower + (upper - lower) * random.uniform();
  };
  const coordinates = Float64Array.from({ length: N * p }, (_, k) => entry(k % p));
  const classOf = Float64Array.from({ length: N }, () => Math.floor(classCount * random.uniform()));
  const parameters: TableReleaseParameters = {
    ...askedTable,
    ...{ protection, ranges, recordsPerPerson, origin: random.uniform() < 0.5 ? "corner" : "middle" },
    ...{ parties: whole(3), branches: whole(2), steps: whole(3) - 1, adjacency: random.uniform() < 0.5 ? 1 : 0.3 },
    ...{ sharing: (["rows", "classes", "halves"] as const)[whole(3) - 1], subspaceDimension: whole(p) },
    budget: { epsilon: 10 ** (2 * random.uniform() - 1), delta: 1e-5, calibration: "analytic" },
  };
  const records = { points: { dimension: p, coordinates }, classOf, classCount };
  /** The same table with all records of one person replaced. */
  const neighbour = (changed: number) => {
    const other = coordinates.slice();
    for (let k = 0; k < changed; k++) other[k] = entry(k % p);
    return { ...records, points: { dimension: p, coordinates: other } };
  };
  return { records, neighbour, parameters, p, persons: Math.min(N, recordsPerPerson) };
}

const release = (records: ClassifiedRecords, asked: TableReleaseParameters, seed: number) =>
  lastOf(releasingTable(records, asked, recordedWords(seed)));

describe.each(["entry", "record"] as const)("releasingTable protecting one %s, recorded and replayed", (protection) => {
  test("on 3000 generated pairs: nothing but the integers of the person differs, by at most the claimed shift", () => {
    let [nearest, ofEntry] = [0, 0];
    for (let seed = 1; seed <= 3000; seed++) {
      const { records, neighbour, parameters, p, persons } = generated(seed, protection);
      // Neighbours of an entry differ in one number, those of a record in all of a person.
      for (const changed of [1, persons * p]) {
        const [one, two] = [records, neighbour(changed)].map((table) => release(table, parameters, seed));
        if (JSON.stringify(publicPart(one!)) !== JSON.stringify(publicPart(two!))) expect.fail(`seed ${seed}`);
        const moved = one!.integers.map((integer, k) => Math.abs(integer - two!.integers[k]!));
        if (moved.some((steps, k) => steps > 0 && k >= changed)) expect.fail(`seed ${seed}: another record moved`);
        const norm = protection === "entry" ? moved.reduce((a, b) => a + b, 0) : Math.hypot(...moved);
        const claimed = one!.sensitivity.value / one!.lattice;
        // Each number is rounded to the lattice, which moves a difference by at most a step.
        if (!(norm <= claimed + changed)) expect.fail(`seed ${seed}: ${norm} of ${claimed} steps`);
        if (changed === persons * p && persons === parameters.recordsPerPerson)
          nearest = Math.max(nearest, norm / claimed);
        if (changed === 1) ofEntry = Math.max(ofEntry, moved[0]! * one!.lattice);
      }
    }
    // An enemy's pair comes close to the claim, and an entry moves by its whole range and no more.
    expect(nearest).toBeGreaterThan(0.99);
    expect(ofEntry).toBeGreaterThan(0.99);
    expect(ofEntry).toBeLessThan(1.01);
  });
});

describe("an attacker who knows all but", () => {
  const draws = 30;
  const count = rowsOfTable * draws;

  // Each bound is exceeded with probability 2·10⁻⁶, so each of these fails by chance with at most 4·10⁻⁶.
  test("one entry finds at most ε, and nearly all of it", () => {
    const [found, weakened] = [1, 2].map((epsilon) => auditedEntries({ epsilon, draws })) as [number, number];
    auditRow({ of: "ε", claim: 1, found, weakened });
    expect(weakened).toBeGreaterThan(1);
    expect(found).toBeLessThanOrEqual(1);
    expect(found).toBeGreaterThan(0.9);
  });

  test("one record finds more than ε where entries are protected, and at most pε", () => {
    const entries = { ...auditedTable, protection: "entry" } as const;
    const [hits, alarms] = ([1, 0] as const).map(
      (end, k) =>
        releasedRows(entries, [end, end], { from: 200 + 1000 * k, draws }).filter(([a, b]) => a > 1 && b > 1).length,
    ) as [number, number];
    const found = epsilonOf(hits, alarms, count);
    auditRow({ of: "ε", claim: 2, found });
    expect(found).toBeLessThanOrEqual(2);
    expect(found).toBeGreaterThan(1.75);
  });

  test("one record finds at most μ where records are protected, and nearly all of it", () => {
    const records = { ...auditedTable, protection: "record" } as const;
    const { mu } = release(
      { points: { dimension: 2, coordinates: new Float64Array(4) }, classOf: new Float64Array(2), classCount: 1 },
      records,
      1,
    );
    /** @param left factor of the noise that is left, for the power of the audit */
    const audited = (left: number) => {
      const [hits, alarms] = ([1, 0] as const).map(
        (end, k) =>
          releasedRows(records, [end, end], { from: 300 + 1000 * k, draws }).filter(
            ([a, b]) => 2 * end + left * (a + b - 2 * end) > 1,
          ).length,
      ) as [number, number];
      return muOf(alarms, hits, count);
    };
    const [found, weakened] = [audited(1), audited(0.5)];
    auditRow({ of: "μ", claim: mu, found, weakened });
    expect(weakened).toBeGreaterThan(mu);
    expect(found).toBeLessThanOrEqual(mu);
    // Its bounds alone take 2·4.75·√(π/2)/√count of μ, about 0.05.
    expect(found).toBeGreaterThan(mu - 0.07);
  });
});
