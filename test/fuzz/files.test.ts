import { describe, expect, test } from "vitest";
import { ParameterError } from "../../src/core/errors.ts";
import { joinedLedgers } from "../../src/core/privacy/accounting/joinedLedgers.ts";
import { emptyLedger, enterRelease } from "../../src/core/privacy/accounting/ledger.ts";
import type { Ledger } from "../../src/core/privacy/accounting/ledger.ts";
import { ledgerText, parseLedger } from "../../src/core/privacy/accounting/ledgerFile.ts";
import {
  knowledgeOf,
  seenParametersOf,
  withSeenParameters,
  withTable,
} from "../../src/core/privacy/accounting/ledgerTables.ts";
import { ledgerTotal } from "../../src/core/privacy/accounting/ledgerTotal.ts";
import type { NewEntry } from "../../src/core/privacy/accounting/ledger.ts";
import { achievedDelta } from "../../src/core/privacy/calibration/gaussian.ts";
import { registryDraft } from "../../src/core/release/file/registryDraft.ts";
import { hasOwnDigest, parseRelease, releaseText } from "../../src/core/release/file/sealedRelease.ts";
import type { ReleaseFile } from "../../src/core/release/file/releaseFile.ts";
import { rLoader } from "../../src/core/release/file/rLoader.ts";
import { dataPackage, releaseTable } from "../../src/core/release/file/tables.ts";
import { vegaLite } from "../../src/core/release/file/vegaLite.ts";
import { afterSight, originOf } from "../../src/state/ledger/origins.ts";
import { casesOf, chanceOf, damaged, hostileTexts } from "../support/fuzzing.ts";
import type { Chance } from "../support/fuzzing.ts";
import {
  composedLaplaceContents,
  ditheredContents,
  laplaceContents,
  sealed,
  sha256,
} from "../support/releaseExamples.ts";

const files = casesOf(1_000, 300);

describe.each([
  ["a curve", () => ditheredContents(40)],
  ["a field", () => ditheredContents(6, 7)],
  ["coordinates", laplaceContents],
  ["composed coordinates", composedLaplaceContents],
])("a damaged release of %s", (_, contents) => {
  test("is refused with the place at fault, or proves what it claims", async () => {
    const chance = chanceOf(11);
    const original = await sealed(contents());
    const text = releaseText(original);
    let [refused, kept] = [0, 0];
    for (let i = 0; i < files; i++) {
      const source = harmed(text, chance);
      let file: ReleaseFile;
      try {
        file = parseRelease(source);
      } catch (error) {
        expect(error, source.slice(0, 200)).toBeInstanceOf(ParameterError);
        expect((error as Error).message.length).toBeLessThan(500);
        refused++;
        continue;
      }
      kept++;
      expect(parseRelease(releaseText(file))).toEqual(file);
      const isUntouched = JSON.stringify(sorted(file)) === JSON.stringify(sorted(original));
      expect(await hasOwnDigest(file, sha256), source).toBe(isUntouched);
      if (isUntouched) continue;
      expectProved(file);
      for (const written of [releaseTable(file), rLoader(file), registryDraft(file)]) expect(written).not.toBe("");
      expect([JSON.parse(vegaLite(file)), JSON.parse(dataPackage(file))]).toHaveLength(2);
    }
    expect([refused > files / 4, kept > 3]).toEqual([true, true]);
  });
});

test("a damaged ledger is refused with the place at fault, or is one that can be summed", () => {
  const chance = chanceOf(12);
  const entry = (mu: number, i: number): NewEntry => ({
    id: String(i).padStart(32, "0"),
    at: `2026-11-22T06:0${i}:00Z`,
    study: "density",
    what: "density",
    parameters: [{ name: "bandwidth", value: "4" }],
    provenance: [],
    cost: { kind: "gaussian", mu, failure: 1e-30, delta: 0 },
    buys: null,
  });
  const entries = [0.2, 0.3, 0.1].map(entry);
  const keys = { digests: ["ab".repeat(32)], look: { names: "cd".repeat(32), rows: 90 } };
  const drawn = (h: number) => (ledger: Ledger) =>
    withSeenParameters(ledger, keys, { change: afterSight("density", { h, domainX: [0, 1] }), alike: false });
  const own = drawn(0.3)(withTable(emptyLedger("ab".repeat(32)), keys, false));
  const text = ledgerText(withTable(entries.reduce(enterRelease, own), { ...keys, digests: ["ef".repeat(32)] }, true));
  let [refused, kept, known] = [0, 0, 0];
  for (let i = 0; i < files; i++) {
    const source = harmed(text, chance);
    try {
      const ledger = parseLedger(source);
      kept++;
      expect(parseLedger(ledgerText(ledger))).toEqual(ledger);
      const numbers = Object.values(ledgerTotal(ledger, { delta: 1e-5 })).filter((value) => typeof value === "number");
      expect(numbers.filter(Number.isNaN), source).toEqual([]);
      // Whatever is in it, it makes nothing unseen, and no value declared that was not.
      known += knowledgeOf(ledger, keys) === "same" ? 1 : 0;
      const sights = seenParametersOf(joinedLedgers(own, ledger, { acrossTables: true }), keys);
      const origins = [0.3, 0.4].map((h) => originOf(sights, "density", "h", h));
      expect(sights.seen).toBe(true);
      expect([undefined, "affirmed", "looked"]).toContain(origins[0]);
      expect(origins[1]).toBe("looked");
    } catch (error) {
      expect(error, source.slice(0, 200)).toBeInstanceOf(ParameterError);
      refused++;
    }
  }
  expect([refused > files / 4, kept > 3, known > 3]).toEqual([true, true, true]);
});

test("a ledger of as many tables and choices as may be is read and joined, or refused with the place", () => {
  const hash = (k: number) => k.toString(16).padStart(64, "0");
  const table = (digests: readonly string[], i: number) => ({
    ...{ digests, looks: [{ names: hash(i), rows: i }], alike: true, seen: true },
    choices: Array.from({ length: 10 }, (_, j) => ({
      ...{ study: "density", field: `f${j}`, value: String(i), origin: j === 0 ? "bought" : "affirmed" },
    })),
  });
  const parsed = (count: number, digestsOf: (i: number) => readonly string[]) => {
    const tables = Array.from({ length: count }, (_, i) => table(digestsOf(i), i));
    return parseLedger(JSON.stringify({ ...emptyLedger(hash(0)), tables }));
  };
  // Each has a digest in common with the next one.
  const chained = (i: number) => [hash(i), hash(i + 1)];
  expect(parsed(990, chained).tables).toHaveLength(1);
  expect(() => parsed(1000, chained)).toThrow(/^tables\[0\].digests must be a list of at most 1000/);
  const apart = parsed(1000, (i) => [hash(i)]);
  expect(joinedLedgers(apart, apart)).toEqual(apart);
  const others = parsed(900, (i) => [hash(i + 2000), hash(0)]);
  expect(others.tables).toHaveLength(1);
  expect(others.tables[0]!.choices).toHaveLength(900);
});

/** What docs/proofs/latticeRelease.md proves of the numbers of an accepted file, written once more. */
function expectProved({ mechanism }: ReleaseFile): void {
  const { kind, mu, epsilon, delta, sigma, dither, computingError, sensitivity, deltaProfile } = mechanism;
  const slack = 1 + 1e-8;
  if (kind === "laplaceCoordinates") {
    expect((sensitivity.value + 2 * sensitivity.eta) / sigma).toBeLessThanOrEqual(epsilon * slack);
    return;
  }
  const factor = kind === "composedLaplaceCoordinates" ? Math.sqrt(Math.PI / 2) : 1;
  const loss =
    kind === "ditheredGaussian"
      ? sensitivity.value / sigma + (2 * computingError) / dither
      : (factor * sensitivity.value) / sigma;
  expect(loss).toBeLessThanOrEqual(mu * slack);
  for (const point of [{ epsilon, delta }, ...deltaProfile])
    expect(achievedDelta({ epsilon: point.epsilon, noiseMultiplier: 1 / mu })).toBeLessThanOrEqual(point.delta * slack);
}

/** A text with accidents, or with some value of its JSON replaced, left out or moved. */
function harmed(text: string, chance: Chance): string {
  if (chance.below(3) === 0) return damaged(text, chance);
  const root = JSON.parse(text) as object;
  for (let k = chance.below(3); k >= 0; k--) {
    const places = placesIn(root);
    const [owner, key] = chance.one(places);
    const value = owner[key];
    switch (chance.below(5)) {
      case 0:
        Reflect.deleteProperty(owner, key);
        break;
      case 1:
        owner[key] = typeof value === "number" ? value * (1 + (chance.uniform() - 0.5) / 50) : hostile(chance);
        break;
      case 2: {
        const [other, its] = chance.one(places);
        owner[key] = other[its] === root || isWithin(other[its], owner) ? 0 : other[its];
        break;
      }
      case 3:
        owner[chance.one(hostileTexts)] = value;
        break;
      default:
        owner[key] = hostile(chance);
    }
  }
  return JSON.stringify(root);
}

const hostile = ({ one }: Chance): unknown =>
  one<unknown>([null, true, 0, -1, -0, 1e308, 5e-324, 2 ** 53, 0.1, [], {}, [[]], one(hostileTexts), [1, "2"]]);

type Owner = Record<string, unknown>;

/** Where a value of a JSON tree stands: arrays by three of their elements. */
function placesIn(owner: object): [Owner, string][] {
  const keys = Object.keys(owner);
  const some = Array.isArray(owner) ? keys.filter((_, i) => i < 2 || i === keys.length - 1) : keys;
  return some.flatMap((key) => {
    const value = (owner as Owner)[key];
    const here: [Owner, string] = [owner as Owner, key];
    return typeof value === "object" && value !== null ? [here, ...placesIn(value)] : [here];
  });
}

const isWithin = (tree: unknown, part: object): boolean =>
  tree === part ||
  (typeof tree === "object" && tree !== null && Object.values(tree).some((value) => isWithin(value, part)));

/** The same with the fields of objects in the order of their names, as the digest has them. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]));
}
