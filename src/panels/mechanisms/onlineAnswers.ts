import type { Interval } from "../../core/grids.ts";
import { exactText } from "../../core/numberFormats.ts";
import { csvText } from "../../core/release/file/csv.ts";
import type { OnlineTerms } from "../../core/release/onlineFunction.ts";
import type { RecordsId } from "../../engine/contract.ts";
import { niceUpper } from "../../plots/niceUpper.ts";
import { saveFile } from "../shared/saveFile.ts";

/** Public. */
export interface OnlineSubject {
  readonly what: string;
  readonly names: readonly string[];
  readonly domain: readonly Interval[];
  /** "Gaussian bumps, h = 2". */
  readonly words: string;
  /** Lines of the file of answers. */
  readonly lines: readonly string[];
}

/** Public. */
export interface Begun extends OnlineSubject {
  readonly session: number;
  readonly terms: OnlineTerms;
  readonly records: RecordsId;
  readonly budget: { readonly epsilon: number; readonly delta: number };
  /** Requested points, one after another. */
  readonly places: Float64Array;
  readonly answers: Float64Array;
}

const mostShown = 8;
const mostDots = 400;

export function joined(a: Float64Array, b: Float64Array): Float64Array {
  const both = new Float64Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

/** @param line the private function; empty in the plane */
export function pictureOf(
  { places, answers, names, domain, what }: Begun,
  line: readonly (readonly [x: number, y: number])[],
) {
  const from = Math.max(0, answers.length - mostDots);
  const dots = Array.from(answers.subarray(from), (value, i) => [places[from + i]!, value] as const);
  const values = [...line, ...dots].map(([, value]) => value);
  const upper = niceUpper(values.reduce((a, b) => Math.max(a, b), 0) * 1.02);
  const lower = values.reduce((a, b) => Math.min(a, b), 0);
  return {
    x: { domain: [...domain[0]!] as [number, number], isLog: false, label: names[0]! },
    y: { domain: [lower, upper > lower ? upper : lower + 1] as [number, number], isLog: false, label: what },
    series: [
      { points: line, role: "quiet", as: "line" },
      { points: dots, role: "private", as: "dots" },
    ] as const,
    description: `${answers.length} online answers beside the private curve; click to ask`,
  };
}

export function lastRows({ places, answers, names }: Begun): readonly (readonly [string, string])[] {
  const d = names.length;
  const from = Math.max(0, answers.length - mostShown);
  return Array.from(answers.subarray(from), (value, i) => {
    const at = Array.from(places.subarray((from + i) * d, (from + i + 1) * d), exactText);
    return [`${from + i + 1}: ${names.map((name, k) => `${name} = ${at[k]!}`).join(", ")}`, exactText(value)] as const;
  }).reverse();
}

export function saveAnswers({ places, answers, names, terms, budget, what, lines, domain }: Begun): void {
  const d = names.length;
  const { scale, lattice, sigma } = terms;
  const text = csvText({
    comments: [
      `Curveil ${what}; answers of one online release; private as the bits that leave`,
      `epsilon = ${budget.epsilon}`,
      `delta = ${budget.delta}`,
      `mu = ${terms.mu}`,
      scale === 1 ? `each value is a whole multiple of ${lattice}` : `values are in steps of ${scale * lattice}`,
      `noise standard deviation = ${scale * sigma}`,
      ...lines,
      `domain = ${domain.map(([lower, upper]) => `${lower}..${upper}`).join(" x ")}`,
    ],
    columns: [
      ...names.map((name, k) => ({ name, at: (row: number) => places[row * d + k]! })),
      { name: what, at: (row: number) => answers[row]! },
    ],
    rowCount: answers.length,
  });
  saveFile("online-answers.csv", "text/csv", text);
}
