import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { ParameterError } from "../../../../src/core/errors.ts";
import { canonicalJson } from "../../../../src/core/release/file/canonicalJson.ts";
import { axisValues, releasedValues } from "../../../../src/core/release/file/releaseFile.ts";
import {
  hasOwnDigest,
  parseRelease,
  releaseJsonSchema,
  releaseText,
  sealRelease,
} from "../../../../src/core/release/file/sealedRelease.ts";
import type { ReleaseFile } from "../../../../src/core/release/file/releaseFile.ts";
import { exampleFiles, ditheredContents, sha256 } from "../../../support/releaseExamples.ts";
import { casesOf } from "../../../support/fuzzing.ts";

let files: ReleaseFile[];
let curve: ReleaseFile;

beforeAll(async () => {
  files = await exampleFiles();
  curve = files[0]!;
});

/** The text of the curve after a change at a path. */
function changed(path: string, value: unknown): string {
  const copy = structuredClone(curve) as unknown as Record<string, unknown>;
  const names = path.split(".");
  let at = copy;
  for (const name of names.slice(0, -1)) at = at[name] as Record<string, unknown>;
  at[names.at(-1)!] = value;
  return JSON.stringify(copy);
}

test("a release that was sealed is read back as it was, with its own digest", async () => {
  for (const file of files) {
    const read = parseRelease(releaseText(file));
    expect(read).toEqual(file);
    expect(releaseText(read)).toBe(releaseText(file));
    expect(await hasOwnDigest(read, sha256)).toBe(true);
  }
});

test("a file of the former version is read, with its own digest", async () => {
  const { digest: _, ...now } = curve;
  const former = { ...now, schema: "curveil-release/1" };
  const text = JSON.stringify({ ...former, digest: await sha256(canonicalJson(former)) });
  expect(parseRelease(text).schema).toBe("curveil-release/1");
  expect(await hasOwnDigest(parseRelease(text), sha256)).toBe(true);
});

test("the digest belongs to the content, whatever the order of its fields, and to no other", async () => {
  const reversed = Object.fromEntries(Object.entries(curve).reverse());
  expect(await hasOwnDigest(parseRelease(JSON.stringify(reversed)), sha256)).toBe(true);
  expect(await hasOwnDigest(parseRelease(changed("study", "densitY")), sha256)).toBe(false);
  expect(await hasOwnDigest(parseRelease(changed("view.bands.0.halfWidth", 0.5)), sha256)).toBe(false);
});

test("released values are the integers times the step, exactly", () => {
  const values = releasedValues(curve.mechanism);
  values.forEach((value, i) => expect(value / curve.mechanism.lattice).toBe(curve.mechanism.integers[i]));
  expect([...values]).toEqual(curve.view.values);
  expect([...axisValues(curve.view.axes[0]!)].slice(-2)).toEqual([40 + (60 * 58) / 59, 100]);
});

describe("parseRelease refuses, in a sentence,", () => {
  const members = (count: number, name = (k: number) => k) =>
    Array.from({ length: count }, (_, k) => `"k${name(k)}":0`).join();
  const deep = (open: string, close: string) => open.repeat(200_000) + close.repeat(200_000);
  test.each([
    ["nothing", undefined, /^The file must be a text/],
    ["a number", 5, /^The file must be a text/],
    ["an empty text", "", /^The file must be a whole JSON text/],
    ["deep lists", deep("[", "]"), /^The file must be nested at most 24 deep/],
    ["deep objects", deep('{"a":', "}").replace("}", "1}"), /^The file must be nested at most 24 deep/],
    ["brackets that never close", "[".repeat(20), /^The file must be a whole JSON text/],
    ["a million members", `{${members(1e6)}}`, /^The file must be an object with at most 1024 different names/],
    ["a million members of one name", `{${'"a":0,'.repeat(1e6)}"a":0}`, /^The file must be an object with at most/],
    [
      "objects with the same names in many orders",
      `[${Array.from({ length: 2e4 }, (_, i) => `{${members(20, (k) => (k * (2 * i + 1)) % 1024)}}`).join()}]`,
      /^The file must be an object with at most 8192 sequences/,
    ],
    [
      "a million objects",
      `[${"{},".repeat(2 ** 20)}{}]`,
      /^The file must be of at most 1048576 lists, objects and texts/,
    ],
    ["colons behind a long text", `"${"x".repeat(2e6)}"${":".repeat(2e6)}`, /^The file must be an object with at most/],
    ["a list", "[]", /^The file must be an object/],
    ["null", "null", /^The file must be an object/],
    [
      "an empty object",
      "{}",
      /^schema must be "curveil-release\/2" or "curveil-release\/1", which this version reads; got "nothing"/,
    ],
    ["another version", '{"schema":"curveil-release/3"}', /^schema must be .* got "curveil-release\/3"/],
    ["a schema that is an object", '{"schema":{"toString":1}}', /^schema must be .* got "an object"/],
    ["its own prototype", '{"__proto__":{"schema":"curveil-release/1"}}', /^schema must be/],
    ["missing fields", '{"schema":"curveil-release/1"}', /^app must be given/],
  ])("%s", (_, source, message) => {
    expect(() => parseRelease(source)).toThrow(ParameterError);
    expect(() => parseRelease(source)).toThrow(message);
  });

  test("what is too long", () => {
    expect(() => parseRelease(" ".repeat(2 ** 25 + 1))).toThrow(/^The file must be at most 33554432 characters long/);
  });

  test("a file that ends early, wherever it ends", () => {
    const whole = releaseText(curve);
    for (let end = 0; end < whole.length - 1; end += 37) {
      expect(() => parseRelease(whole.slice(0, end))).toThrow(ParameterError);
    }
  });

  test.each([
    ["mechanism.integers", [0.5], /^mechanism.integers\[0\] must be an integer from/],
    ["mechanism.integers", [2 ** 53], /^mechanism.integers\[0\] must be an integer from/],
    ["mechanism.integers", ["1"], /^mechanism.integers\[0\] must be an integer from/],
    ["mechanism.integers", { length: 1e9 }, /^mechanism.integers must be a list; got "an object"/],
    ["mechanism.integers", [1, 2, 3], /^mechanism.integers must be as many as the grid has points, 60; got 3/],
    [
      "mechanism.integers",
      new Array<number>(2 ** 20 + 1).fill(1),
      /^mechanism.integers must be a list of at most 1048576/,
    ],
    ["mechanism.domain", { kind: "toString" }, /^mechanism.domain.kind must be "grid" or "points" or "basis"/],
    ["mechanism.domain", null, /^mechanism.domain must be an object/],
    ["mechanism.lattice", 0.3, /^mechanism.lattice must be a power of two/],
    ["mechanism.lattice", 0, /^mechanism.lattice must be a positive number/],
    ["mechanism.extra", 1, /^mechanism must be an object with the fields .* only; got "extra"/],
    ["mechanism.__proto__x", 1, /^mechanism must be an object with the fields/],
    ["mechanism.mu", "0.3", /^mechanism.mu must be a positive number/],
    ["mechanism.delta", 2, /^mechanism.delta must be a number from 0 to 1/],
    ["created", "2026-13-01", /^created must be a date such as 2026-11-22/],
    ["created", "x".repeat(5000), /^created must be a date/],
    ["study", "x".repeat(201), /^study must be a text of at most 200 characters/],
    ["study", "\ud800", /^study must be a text/],
    ["digest", "0".repeat(63), /^digest must be 64 hexadecimal digits/],
    ["view.values", [1], /^view.values must be as many as the axes span points, 60; got 1/],
    ["view.values", new Array<number>(60).fill(0), /^view.values must be the integers times the step/],
    ["view.bands", [{ name: "a" }], /^view.bands\[0\].halfWidth must be given/],
    ["provenance", [null], /^provenance\[0\] must be an object/],
    ["dpEvent.class_name", "NoOpDpEvent", /^dpEvent.class_name must be "GaussianDpEvent" or "EpsilonDeltaDpEvent"/],
    ["ledgerEntry", 4, /^ledgerEntry must be a text/],
  ])("a wrong %s", (path, value, message) => {
    expect(() => parseRelease(changed(path, value))).toThrow(ParameterError);
    expect(() => parseRelease(changed(path, value))).toThrow(message);
  });

  test("numbers that overflow, and members of a prototype", () => {
    const huge = releaseText(curve).replace(/"sigma":[^,]+/, '"sigma":1e999');
    expect(() => parseRelease(huge)).toThrow(/^mechanism.sigma must be a positive number; got Infinity/);
    const wide = { kind: "regular", lower: -1e308, upper: 1e308, count: 60 };
    for (const axes of ["view.axes", "mechanism.domain.axes"])
      expect(() => parseRelease(changed(`${axes}.0.coordinates`, wide))).toThrow(
        `${axes}[0].coordinates.upper must be less than ${Number.MAX_VALUE} above the lower end`,
      );
    const polluted = releaseText(curve).replace('{"schema"', '{"__proto__":{"isAdmin":true},"schema"');
    expect(() => parseRelease(polluted)).toThrow(/^The file must be an object with the fields .* got "__proto__"/);
    expect(({} as Record<string, unknown>)["isAdmin"]).toBeUndefined();
  });

  test("claims that its numbers do not prove", () => {
    const { mechanism: m } = curve;
    for (const [path, value, message] of [
      ["mechanism.mu", m.mu * 0.99, /^mechanism.mu must be at least/],
      ["mechanism.sigma", m.sigma * 0.99, /^mechanism.mu must be at least/],
      ["mechanism.dither", 0, /^mechanism.dither must be positive/],
      ["mechanism.dither", m.dither * 1e-9, /^mechanism.mu must be at least/],
      ["mechanism.computingError", m.sigma, /^mechanism.mu must be at least/],
      ["mechanism.delta", m.delta * 0.99, /^mechanism.delta must be at least/],
      ["mechanism.epsilon", m.epsilon * 0.99, /^mechanism.delta must be at least/],
      ["mechanism.failure", 1e-6, /^mechanism.addedFailure must be at least/],
      ["mechanism.deltaProfile.2.delta", 1e-9, /^mechanism.deltaProfile\[2\].delta must be at least/],
      ["mechanism.epsilon", 800, /^mechanism.addedFailure must be at least/],
      ["mechanism.mu", 1e-320, /must be/],
      ["dpEvent.noise_multiplier", 1.01 / m.mu, /^dpEvent.noise_multiplier must be at most/],
    ] as const) {
      expect(() => parseRelease(changed(path, value))).toThrow(ParameterError);
      expect(() => parseRelease(changed(path, value))).toThrow(message);
    }
    const laplace = structuredClone(files[2]!) as unknown as { mechanism: Record<string, unknown> };
    for (const [name, value, message] of [
      ["epsilon", 0.49, /^mechanism.epsilon must be at least/],
      ["mu", 0.6, /^mechanism.mu must be at least/],
      ["failure", 0.1, /^mechanism.failure must be 0/],
      ["sigma", 5e-324, /must be/],
      ["deltaProfile", [{ epsilon: 0.1, delta: 0.01 }], /^mechanism.deltaProfile\[0\].delta must be at least/],
    ] as const) {
      const other = { ...laplace, mechanism: { ...laplace.mechanism, [name]: value } };
      expect(() => parseRelease(JSON.stringify(other))).toThrow(ParameterError);
      expect(() => parseRelease(JSON.stringify(other))).toThrow(message);
    }
  });

  test("any single change of a random character, or reads something that is consistent", () => {
    const source = releaseText(curve);
    const count = casesOf(1500, 400);
    let refused = 0;
    for (let i = 0; i < count; i++) {
      const at = (i * 7919) % source.length;
      const mutated = source.slice(0, at) + String.fromCharCode(32 + ((i * 31) % 95)) + source.slice(at + 1);
      try {
        parseRelease(mutated);
      } catch (error) {
        expect(error).toBeInstanceOf(ParameterError);
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(0.45 * count);
  });
});

test("sealRelease refuses what would not be read back", async () => {
  const { mechanism, ...rest } = ditheredContents();
  await expect(sealRelease({ ...rest, mechanism: { ...mechanism, sigma: NaN } }, sha256)).rejects.toThrow(
    /^mechanism.sigma must/,
  );
  await expect(sealRelease({ ...rest, mechanism: { ...mechanism, mu: mechanism.mu / 2 } }, sha256)).rejects.toThrow(
    /^mechanism.mu must be at least/,
  );
});

test("canonicalJson is the text of RFC 8785", () => {
  // Section 3.2.2, and the sorting example of 3.2.3.
  const numbers = [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001];
  const value = { numbers, string: '€$\u000f\nA\'B"\\\\"/', literals: [null, true, false] };
  expect(canonicalJson(value)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
  const names = { "\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\ud83d\ude00": 5, "\u0080": 6, "\u00f6": 7 };
  expect([...canonicalJson(names).matchAll(/:(\d)/g)].map((match) => match[1]).join("")).toBe("2467153");
  for (const wrong of [NaN, Infinity, undefined, () => 1, Symbol("a"), 1n]) {
    expect(() => canonicalJson({ wrong })).toThrow(ParameterError);
  }
});

test("public/schema holds the JSON Schema of these files", () => {
  const stored = new URL("../../../../public/schema/curveil-release-2.json", import.meta.url);
  expect(JSON.parse(readFileSync(stored, "utf8"))).toEqual(JSON.parse(releaseJsonSchema()));
});
