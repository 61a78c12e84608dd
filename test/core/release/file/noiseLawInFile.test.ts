import { expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { releaseKinds } from "../../../../src/core/release/releaseKinds.ts";
import { sealed } from "../../../support/releaseExamples.ts";
import {
  cases,
  hostileLaws,
  polynomialContents,
  sizes,
  tableContents,
  type Noise,
} from "../../../support/noiseLawFiles.ts";

test("the law of a hostile file is refused at the door", async () => {
  const [[, contents]] = cases as [(typeof cases)[number]];
  const { mechanism } = contents;
  for (const change of [...hostileLaws, { variance: 5e-324, white: 1 }]) {
    const noise = { ...mechanism.noise, ...change } as Noise;
    await expect(sealed({ ...contents, mechanism: { ...mechanism, noise } }), JSON.stringify(change)).rejects.toThrow(
      ParameterError,
    );
  }
});

test("a file says n and the records of a person as numbers, and no narrower or other law than its own", async () => {
  for (const contents of [polynomialContents("laplace", [40]), tableContents(true)]) {
    const { mechanism } = contents;
    const noise = mechanism.noise!;
    expect(noise).toMatchObject({ form: "independent", law: releaseKinds[mechanism.kind].law, ...sizes });
    const withOther = (change: object) =>
      sealed({ ...contents, mechanism: { ...mechanism, noise: { ...noise, ...change } } });
    await expect(withOther({})).resolves.toBeDefined();
    await expect(withOther({ variance: noise.variance * 0.99 })).rejects.toThrow(/^mechanism.noise.variance must/);
    await expect(withOther({ law: "normal" })).rejects.toThrow(/^mechanism.noise.law must/);
    await expect(withOther({ form: "process" })).rejects.toThrow(/^mechanism.noise/);
    const isBasis = mechanism.domain.kind === "basis";
    const { toValues: _, ...without } = { toValues: { scale: 1, offset: 0 }, ...noise };
    const other = { ...without, ...(!isBasis && { toValues: { scale: 1, offset: 0 } }) };
    await expect(sealed({ ...contents, mechanism: { ...mechanism, noise: other } })).rejects.toThrow(/toValues must/);
  }
});
