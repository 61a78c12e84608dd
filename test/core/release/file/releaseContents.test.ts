import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { cryptographicWords } from "../../../../src/core/random/randomWords.ts";
import { parseRelease, releaseText, sealRelease } from "../../../../src/core/release/file/sealedRelease.ts";
import { releasingPrivately } from "../../../../src/core/release/releasingPrivately.ts";
import { releaseContents } from "../../../../src/core/release/file/releaseContents.ts";
import type { ReleaseWords } from "../../../../src/core/release/file/releaseContents.ts";
import { lastOf } from "../../../../src/core/slices.ts";
import { recordedWords } from "../../../support/privateReleases.ts";
import { budget, mean, meanTargets, someTargets } from "../../../support/neighbouringTargets.ts";

describe("releaseContents", () => {
  const sha256 = (text: string) => Promise.resolve(createHash("sha256").update(text, "utf8").digest("hex"));
  const words = (axisCount: number): ReleaseWords => ({
    app: { name: "Curveil", version: "0.1.0", commit: "0000000" },
    created: "2026-11-22",
    study: "density",
    sheet: {
      title: "A release",
      curator: "A park",
      intendedUse: "Teaching",
      dataProduct: "A function",
      privacyUnit: "one record",
      privacyUnitDetails: "",
      neighbourRelation: "one record is replaced; the number of records is public",
      dataDomain: "[0, 1]",
      unprotectedQuantities: ["number of records: 30"],
      parameters: [{ name: "bandwidth", value: "0.04" }],
      composition: "the only release",
      preprocessing: "records outside the domain are moved to its edge",
      justification: "",
    },
    axes: Array.from({ length: axisCount }, (_, j) => ({ name: `x${j}`, unit: "" })),
    value: { name: "f", unit: "" },
    provenance: [
      { parameter: "domain", origin: "public", statement: "", ledgerEntry: null },
      { parameter: "bandwidth", origin: "bought", statement: "", ledgerEntry: "entry 1" },
    ],
    ledgerEntry: "entry 2",
  });

  test.each(someTargets)("are sealed and read back, claims checked: %s", async (_, targetOf) => {
    const release = lastOf(releasingPrivately(targetOf(), budget, cryptographicWords()));
    const contents = releaseContents(release, words(release.axes.length));
    const file = parseRelease(releaseText(await sealRelease(contents, sha256)));
    expect(file.mechanism.integers).toEqual([...release.integers].map((value) => value + 0));
    expect(file.view.values).toEqual([...release.values].map((value) => value + 0));
    expect(file.mechanism.kind).toBe(release.kind);
    expect(file.sheet.tuning).toContain("Bought with a release of its own: bandwidth.");
    // A file that claims half the μ is refused.
    const less = { ...contents, mechanism: { ...contents.mechanism, mu: release.mu / 2 } };
    await expect(sealRelease(less, sha256)).rejects.toThrow(ParameterError);
  });

  test("refuse parameters without an origin that can be told, and axes without names", () => {
    const release = lastOf(releasingPrivately(meanTargets(mean, 1)[0], budget, recordedWords(1)));
    const looked = { parameter: "range", origin: "chosen after looking", statement: " ", ledgerEntry: null } as const;
    const given = words(1);
    expect(() => releaseContents(release, { ...given, provenance: [looked] })).toThrow(/statement must/);
    const declared = { ...looked, statement: "I would have chosen this without looking" };
    expect(releaseContents(release, { ...given, provenance: [declared] }).sheet.tuning).toContain(declared.statement);
    const bought = { ...looked, origin: "bought" } as const;
    expect(() => releaseContents(release, { ...given, provenance: [bought] })).toThrow(/ledgerEntry must/);
    expect(() => releaseContents(release, words(2))).toThrow(ParameterError);
  });
});
