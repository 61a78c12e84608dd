import { describe, expect, test } from "vitest";
import { decodeLink, encodeLink, plainText, studyOf } from "../../../src/state/scenario/linkCodec.ts";
import type { Fields } from "../../../src/state/scenario/linkCodec.ts";
import {
  integerIn,
  interval,
  logNumberIn,
  numberIn,
  oneOf,
  orWord,
  textOf,
} from "../../../src/state/scenario/linkFields.ts";
import type { Interval } from "../../../src/core/grids.ts";
import { smallGenerator } from "../smallGenerator.ts";
import { casesOf } from "../../support/fuzzing.ts";

interface Values {
  readonly h: number;
  readonly epsilon: number;
  readonly draws: number;
  readonly view: "inside" | "outside";
  readonly column: string;
  readonly domain: Interval;
  readonly seed: number | "secure";
}

const fields: Fields<Values> = {
  h: { key: "h", fallback: 0.1, always: true, ...numberIn({ min: -1e3, max: 1e3 }) },
  epsilon: { key: "epsilon", fallback: 1, always: true, ...logNumberIn({ min: 1e-3, max: 50 }) },
  draws: { key: "draws", fallback: 1, always: false, ...integerIn({ min: 1, max: 50 }) },
  view: { key: "view", fallback: "inside", always: false, ...oneOf<Values["view"]>(["inside", "outside"]) },
  column: { key: "x", fallback: "x", always: true, ...textOf(100) },
  domain: { key: "domain", fallback: [0, 1], always: false, ...interval },
  seed: {
    key: "seed",
    fallback: "secure",
    always: false,
    ...orWord("secure", integerIn({ min: 0, max: Number.MAX_SAFE_INTEGER })),
  },
};
const defaults: Values = { h: 0.1, epsilon: 1, draws: 1, view: "inside", column: "x", domain: [0, 1], seed: "secure" };
const complete = "#/density?v=1&h=0.1&epsilon=1&x=x";

const encode = (values: Values) => encodeLink("density", fields, values);
const decode = (hash: string) => decodeLink(hash, "density", () => fields);
const sentences = (hash: string) => decode(hash).problems.map(({ sentence }) => sentence);

describe("encodeLink", () => {
  test("encodeLink(defaults) writes the essential fields only, readably", () => {
    expect(encode(defaults)).toBe(complete);
  });

  test("encodeLink(changed) writes what differs, with the shortest exact numbers", () => {
    const values: Values = {
      ...defaults,
      h: 0.1 + 0.2,
      epsilon: 1e-3,
      domain: [-1e-7, 1e3],
      seed: 42,
      column: "waiting time",
    };
    expect(encode(values)).toBe(
      "#/density?v=1&h=0.30000000000000004&epsilon=0.001&x=waiting+time&domain=-1e-7..1000&seed=42",
    );
  });

  test("encodeLink(…, except) does not write what must not be written", () => {
    expect(encodeLink("density", fields, { ...defaults, column: "secret" }, ["column"])).toBe(
      "#/density?v=1&h=0.1&epsilon=1",
    );
  });

  test("encodeLink keeps markup, separators and lone surrogates inside their entry", () => {
    const link = encode({ ...defaults, column: '<b>&h=9#?%+\ud800"' });
    expect(link).toMatch(/^#\/density\?[\w=&.,+%-]+$/);
    expect(decode(link).values.column).toBe('<b>&h=9#?%+\ufffd"');
    expect(decode(link).values.h).toBe(0.1);
  });
});

describe("decodeLink", () => {
  test.each(["", "#", "#/", "#/density", "#/density?", "#/density?v=1"])("decodeLink(%j) is the defaults", (hash) => {
    expect(decode(hash).values).toEqual(defaults);
    expect(decode(hash).problems.filter(({ sentence }) => !sentence.startsWith("Not in the link"))).toEqual([]);
  });

  test("decodeLink ∘ encodeLink is the identity, without problems, on 2,000 seeded scenarios", () => {
    const random = smallGenerator(1);
    for (let i = 0; i < 2_000; i++) {
      const lower = (random() - 0.5) * 10 ** (20 * random() - 10);
      const values: Values = {
        h: (random() - 0.5) * 2e3,
        epsilon: 10 ** (-3 + 4.6 * random()),
        draws: 1 + Math.floor(50 * random()),
        view: random() < 0.5 ? "inside" : "outside",
        column: randomText(random, 50).replace(/\p{Cc}|\p{Cs}/gu, ""),
        domain: [lower, lower + Math.max(1e-6, Math.abs(lower)) * (0.01 + random())],
        seed: random() < 0.2 ? "secure" : Math.floor(random() * Number.MAX_SAFE_INTEGER),
      };
      const decoded = decode(encode(values));
      expect(decoded.problems).toEqual([]);
      expect(decoded.values).toEqual(values);
    }
  });

  test("decodeLink survives seeded garbage and always returns values within the limits", () => {
    const random = smallGenerator(2);
    const link = encode({ ...defaults, domain: [0, 5], seed: 7, draws: 3, view: "outside" });
    for (let i = 0; i < casesOf(5_000, 700); i++) {
      const hash = i % 2 === 0 ? randomText(random, 300) : mutated(random, link);
      const { values, problems } = decode(hash);
      expect(Object.keys(values)).toEqual(Object.keys(fields));
      expect(Math.abs(values.h)).toBeLessThanOrEqual(1e3);
      expect(values.epsilon >= 1e-3 && values.epsilon <= 50).toBe(true);
      expect(Number.isInteger(values.draws) && values.draws >= 1 && values.draws <= 50).toBe(true);
      expect(values.domain[0]).toBeLessThan(values.domain[1]);
      expect(values.column.length).toBeLessThanOrEqual(100);
      expect(problems.length).toBeLessThanOrEqual(13);
      for (const { text, sentence } of problems) {
        expect(text.length).toBeLessThanOrEqual(82);
        expect(sentence).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
      }
    }
  });

  test.each([
    ["h=-3000", "h = -3000 was not understood: expected a number between -1000 and 1000; used 0.1."],
    ["h=NaN", "h = NaN was not understood: expected a number between -1000 and 1000; used 0.1."],
    ["h=1e400", "h = 1e400 was not understood: expected a number between -1000 and 1000; used 0.1."],
    ["h=Infinity", "h = Infinity was not understood: expected a number between -1000 and 1000; used 0.1."],
    ["h=0x10", "h = 0x10 was not understood: expected a number between -1000 and 1000; used 0.1."],
    ["h=", "h = (empty) was not understood: expected a number between -1000 and 1000; used 0.1."],
    ["h", "h = (empty) was not understood: expected a number between -1000 and 1000; used 0.1."],
    ["epsilon=0", "epsilon = 0 was not understood: expected a number between 0.001 and 50; used 1."],
    ["epsilon=50.1", "epsilon = 50.1 was not understood: expected a number between 0.001 and 50; used 1."],
    ["draws=2.5", "draws = 2.5 was not understood: expected a whole number between 1 and 50; used 1."],
    ["view=upside", "view = upside was not understood: expected one of inside, outside; used inside."],
    [
      "domain=1..0",
      "domain = 1..0 was not understood: expected lower..upper with lower below upper, such as 0..1; used 0..1.",
    ],
    [
      "domain=1..1",
      "domain = 1..1 was not understood: expected lower..upper with lower below upper, such as 0..1; used 0..1.",
    ],
    [
      "domain=0..1e300",
      "domain = 0..1e300 was not understood: expected lower..upper with lower below upper, such as 0..1; used 0..1.",
    ],
    [
      "domain=5",
      "domain = 5 was not understood: expected lower..upper with lower below upper, such as 0..1; used 0..1.",
    ],
    [
      "seed=-1",
      "seed = -1 was not understood: expected secure or a whole number between 0 and 9007199254740991; used secure.",
    ],
    ["x=a%0Ab", "x = a\ufffdb was not understood: expected one line of at most 100 characters; used x."],
    [
      "h=%3Cimg src=x onerror=alert(1)%3E",
      "h = <img src=x onerror=alert(1)> was not understood: expected a number between -1000 and 1000; used 0.1.",
    ],
  ])("decodeLink(… %s) falls back and says so", (entry, sentence) => {
    const [key] = entry.split("=");
    const hash = `${complete.replace(new RegExp(`&${key!}=[^&]*`), "")}&${entry}`;
    expect(decode(hash).values).toEqual(defaults);
    expect(sentences(hash)).toEqual([sentence]);
  });

  test("decodeLink(… epsilon just past its end) takes the end: a log slider misses it in the last digits", () => {
    expect(decode(complete.replace("epsilon=1", "epsilon=50.00000000000001")).values.epsilon).toBe(50);
    expect(decode(complete.replace("epsilon=1", "epsilon=0.0009999999999999998")).values.epsilon).toBe(1e-3);
  });

  test("decodeLink(… h=-0) is 0", () => {
    expect(Object.is(decode(complete.replace("h=0.1", "h=-0")).values.h, 0)).toBe(true);
  });

  test("decodeLink ignores and reports unknown keys, among them those of prototypes", () => {
    const hash = `${complete}&__proto__=1&constructor=2&toString=3&foo=4`;
    expect(sentences(hash)).toEqual(
      ["__proto__", "constructor", "toString", "foo"].map(
        (key) => `“${key}” means nothing in this link; it was ignored.`,
      ),
    );
    expect(decode(hash).values).toEqual(defaults);
    expect(Object.getPrototypeOf(decode(hash).values)).toBe(Object.prototype);
  });

  test("decodeLink takes the first of duplicates and reports the others", () => {
    const hash = `${complete}&h=0.2`;
    expect(decode(hash).values.h).toBe(0.1);
    expect(sentences(hash)).toEqual(["h is given more than once; the first one counts."]);
  });

  test("decodeLink reports essential fields that are missing, in one sentence", () => {
    expect(sentences("#/density?v=1&h=0.2")).toEqual(["Not in the link: epsilon, x; defaults are used."]);
    expect(sentences("#/density?h=0.2")).toEqual([]);
    expect(decode("#/density?v=1&h=0.2").values).toEqual({ ...defaults, h: 0.2 });
  });

  test("decodeLink reports broken percent encoding", () => {
    expect(sentences(`${complete}&draws=%E0%A4%A`)).toEqual([
      "“draws=%E0%A4%A” is not properly encoded; it was ignored.",
    ]);
  });

  test("decodeLink reports a newer version and still reads what it knows", () => {
    const hash = complete.replace("v=1", "v=2").replace("h=0.1", "h=0.2");
    expect(decode(hash).values.h).toBe(0.2);
    expect(sentences(hash)).toEqual([
      "The link was made by a newer version (2) of this page; what is understood here is used.",
    ]);
    expect(sentences(complete.replace("v=1", "v=zero"))).toEqual(["v = zero was not understood: expected 1; used 1."]);
  });

  test("decodeLink reads nothing from a link to another page", () => {
    expect(decode("#/elsewhere?h=0.2&foo=1").values).toEqual(defaults);
    expect(sentences("#/elsewhere?h=0.2&foo=1")).toEqual([
      "There is no page “elsewhere” here; this is density with its defaults.",
    ]);
    expect(studyOf("#/elsewhere?h=0.2")).toBe("elsewhere");
    expect(studyOf("")).toBe("");
  });

  test("decodeLink does not read a megabyte, and never half an entry", () => {
    const long = "9".repeat(1_000_000);
    const tooLong = "The link has more than 8000 characters; its end was not read.";
    expect(decode(`${complete}&draws=${long}`)).toMatchObject({ values: defaults, problems: [{ sentence: tooLong }] });
    expect(decode(`#/density?${long}`)).toMatchObject({ values: defaults, problems: [{ sentence: tooLong }] });
    expect(decode(long)).toMatchObject({ values: defaults, problems: [{ sentence: tooLong }] });
    const cut = `${complete}&foo=${"a".repeat(8_000 - complete.length - 5 - "&draws=1".length)}&draws=12`;
    expect(decode(cut).values.draws).toBe(1);
  });

  test("decodeLink names at most twelve problems", () => {
    const hash = `${complete}&${Array.from({ length: 100 }, (_, i) => `k${i}=1`).join("&")}`;
    expect(sentences(hash)).toHaveLength(13);
    expect(sentences(hash).at(-1)).toBe("And 88 more of this kind.");
  });
});

describe("plainText", () => {
  test("plainText shortens, and shows nothing invisible", () => {
    expect(plainText("a".repeat(41))).toBe(`${"a".repeat(40)}…`);
    expect(plainText("a\u202eb\n\u0000")).toBe("a\ufffdb\ufffd\ufffd");
    expect(plainText("😀".repeat(50))).toBe(`${"😀".repeat(40)}…`);
  });
});

function randomText(random: () => number, longest: number): string {
  const alphabet = "abch=&?#/%.-+0123456789eE_<>\"' \u0000\u202e\ud83d\udc4dé漢";
  return Array.from(
    { length: Math.floor(longest * random()) },
    () => alphabet[Math.floor(alphabet.length * random())]!,
  ).join("");
}

function mutated(random: () => number, link: string): string {
  const at = Math.floor(link.length * random());
  return link.slice(0, at) + randomText(random, 10) + link.slice(at + Math.floor(5 * random()));
}
