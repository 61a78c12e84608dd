import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { largestErrors, valuesHere } from "../../support/engineErrors.ts";

// Chromium, Firefox and WebKit: test/browser/threeBrowsers.test.ts.
test.each(await largestErrors(valuesHere))("%s of this engine is within 8u, as proofs assume", (_, worst) => {
  expect(worst).toBeLessThan(8);
  expect(worst).toBeGreaterThan(0.01);
});

test("powers of two are exact, and so is their log2", () => {
  let exact = 2.2250738585072014e-308;
  const wrong: number[] = [];
  for (let k = -1022; k < 1024; k++, exact *= 2) if (2 ** k !== exact || Math.log2(exact) !== k) wrong.push(k);
  expect(wrong).toEqual([]);
  expect(exact).toBe(Infinity);
});

const text = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
const common = ["exp", "expm1", "log", "log1p", "tanh", "sin", "cos"];
const rare = [
  "acos",
  "acosh",
  "asin",
  "asinh",
  "atan",
  "atan2",
  "atanh",
  "cbrt",
  "cosh",
  "hypot",
  "log10",
  "log2",
  "pow",
  "sinh",
  "tan",
];
const askedBy = (code: string) => [...code.matchAll(/\bMath\.(\w+)/g)].map(([, name]) => name!);

test("engine.md names each file of core that calls a rare function, and no other", () => {
  const said = [...text("docs/proofs/engine.md").matchAll(/^\| ([a-z0-9, ]+) \| (`[^|]*`) \| [^|]+ \|$/gm)].flatMap(
    ([, functions, files]) =>
      [...files!.matchAll(/`([^`]+)`/g)].map(([, file]) => [file!, functions!.split(", ")] as const),
  );
  const calls = readdirSync(new URL("../../../src/core/", import.meta.url), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) =>
      askedBy(text(`src/core/${file}`))
        .filter((name) => rare.includes(name))
        .map((name) => `${file} ${name}`),
    );
  expect(
    calls.filter((call) => !said.some(([file, functions]) => functions.some((name) => `${file} ${name}` === call))),
  ).toEqual([]);
  expect(said.filter(([file]) => !calls.some((call) => call.startsWith(`${file} `)))).toEqual([]);
});

test("every proof says in engine.md what it assumes of the engine, and all that the code it names asks of it", () => {
  const proofs = new URL("../../../docs/proofs/", import.meta.url);
  const said = text("docs/proofs/engine.md");
  const rows = [...said.matchAll(/^\| `(\w+\.md)` \| (\S[^|]*) \|/gm)].map(
    (row) => [row[1]!, row[2]!.split(", ")] as const,
  );
  expect(rows.map(([file]) => file).toSorted()).toEqual(
    readdirSync(proofs)
      .filter((file) => file !== "engine.md")
      .toSorted(),
  );
  for (const [file, named] of rows) {
    const code = text(`docs/proofs/${file}`).matchAll(/src\/core\/[\w/]+\.ts/g);
    const asked = [...code].flatMap(([path]) => askedBy(text(path)).filter((name) => common.includes(name)));
    expect({ file, unsaid: asked.filter((name) => !named.includes(name)) }).toEqual({
      file,
      unsaid: [],
    });
  }
});
