import { smallGenerator } from "../state/smallGenerator.ts";

/** Whether all cases are tried, as by `npm run fuzz`, `sweep` and `journeys`, or those for which every run has the time. */
export const triesAll = process.env["FUZZ"] === "all";

/** How many cases are tried: `npm run fuzz`, `sweep` and `journeys` try all, `npm test` the first of the same. */
export const casesOf = (all: number, quick: number) => (triesAll ? all : quick);

/** The cases that are tried of a list: all, or the first of them, which are the telling ones. */
export const firstOf = <Case>(cases: readonly Case[], quick: number): readonly Case[] =>
  cases.slice(0, casesOf(cases.length, quick));

/** Choices of a seeded generator. */
export interface Chance {
  readonly uniform: () => number;
  /** A whole number from 0 to below `count`. */
  readonly below: (count: number) => number;
  readonly one: <T>(of: readonly T[]) => T;
}

export function chanceOf(seed: number): Chance {
  const uniform = smallGenerator(seed);
  const below = (count: number) => Math.floor(count * uniform());
  return { uniform, below, one: (of) => of[below(of.length)]! };
}

/** What somebody might put into a link, a file or a message in place of what belongs there. */
export const hostileTexts: readonly string[] = [
  ...["", " ", "0", "-0", "1", "-1", "1e308", "1e309", "-1e400", "5e-324", "1e-320", "NaN", "Infinity", "-Infinity"],
  ...[
    "0x10",
    "1_000",
    "١٢٣",
    "1,5",
    "1e",
    "e1",
    "+1",
    "1.0000000000000002",
    "9007199254740993",
    "00012",
    "1;2",
    "2..1",
  ],
  ...[
    "1..1",
    "..",
    "0..",
    "-1e308..1e308",
    "5e-324..1e-323",
    "1e300..1e308",
    "0..1..2",
    "own",
    "secure",
    "true",
    "null",
  ],
  ...["undefined", "__proto__", "constructor", "toString", "hasOwnProperty", "[object Object]", "outside", "inside"],
  ...["<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "javascript:alert(1)", '"><svg onload=alert(1)>'],
  ...[
    "\u0000",
    "\u202e\u2066",
    "\ud800",
    "\udfff\ud800",
    "🂡".repeat(60),
    "a".repeat(9000),
    "%00",
    "%E0%A4%A",
    "%",
    "%zz",
  ],
  ...[
    "=".repeat(40),
    "&".repeat(40),
    "?".repeat(9),
    "#/density?h=1",
    "../../etc/passwd",
    "x\r\ny",
    "\t",
    "’; DROP TABLE x",
  ],
];

/** A text after one small accident. */
export function damaged(text: string, { below, one }: Chance): string {
  const at = below(text.length + 1);
  const length = 1 + below(12);
  switch (below(6)) {
    case 0:
      return text.slice(0, at);
    case 1:
      return text.slice(0, at) + text.slice(at + length);
    case 2:
      return text.slice(0, at) + text.slice(Math.max(0, at - length), at) + text.slice(at);
    case 3:
      return text.slice(0, at) + String.fromCharCode(below(one([128, 65536]))) + text.slice(at + 1);
    case 4:
      return text.slice(0, at) + one(hostileTexts) + text.slice(at);
    default:
      return text.replace(/-?\d+(\.\d+)?(e-?\d+)?/g, (number) => (below(4) === 0 ? one(hostileTexts) : number));
  }
}
