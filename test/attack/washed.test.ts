import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { sha256 } from "../../src/core/sha256.ts";
import { fileKeys } from "../../workers/fileKeys.ts";
import { openedFile } from "../support/openedFile.ts";
import { originOf } from "../../src/state/ledger/origins.ts";
import { originsOf } from "../../src/state/ledger/origins.ts";
import { afterSight } from "../../src/state/ledger/origins.ts";
import { unseen } from "../../src/core/privacy/accounting/sights.ts";
import { parameterNames } from "../../src/state/scenario/provenance.ts";
import { parameterOrigins } from "../../src/panels/study/releaseWords.ts";
import { readingParameter } from "../../src/panels/data/readingWords.ts";
import { study as density } from "../../src/studies/density/definition.ts";

// The first picture was drawn, and is remembered. Then the file is read another way: -9, or the very value of one person, is a word for
// no value. The ledger knows that the data were seen; the release says of the schema that it is public, or that it was declared
// “before any picture of it”.

for (const from of ["elsewhere", "file"] as const)
  test(`a schema after the first picture (${from}) counts as chosen after looking`, () => {
    const names = parameterNames(density.roles);
    const parameters = Object.keys(names);
    const before = {
      ...density.links.decode("").values,
      data: "own",
      x: "x",
      schema: `1*${from}*utf-8*comma*lf*0*header!x*point`,
    };
    const values = Object.fromEntries(parameters.map((field) => [field, (before as Record<string, unknown>)[field]]));
    const sights = afterSight("density", values)(unseen);
    const after = { ...before, schema: `1*${from}*utf-8*comma*lf*0*header!x*point**37.25` };
    const provenance = originsOf(sights, "density", parameters, after);
    const said = parameterOrigins(names, { provenance, schema: after.schema }, () => undefined).find(
      ({ parameter }) => parameter === readingParameter,
    );
    expect(said!.origin).toBe("chosen after looking");
    expect(said!.statement).not.toContain("before any picture");
  });

test("a header with two names exchanged after looking: the other column does not count as declared", async () => {
  const rows = Array.from({ length: 50 }, (_, i) => `${i},${(i * i) % 17}`).join("\n");
  const keysOf = async (header: string) => {
    const text = `${header}\n${rows}\n`;
    return fileKeys(new Blob([Buffer.from(text)]), await openedFile(text), sha256, () => Promise.resolve());
  };
  const [one, other] = [await keysOf("x,y"), await keysOf("y,x")];
  // The ledger takes it for the same table, and remembers its choices by names.
  expect(other.digests[0]).toBe(one.digests[0]);
  const sights = afterSight("density", { x: "x", domainX: [0, 50] })(unseen);
  expect(originOf(sights, "density", "x", "x")).toBe("looked");
});
