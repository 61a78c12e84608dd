import type { DensityTargetParameters } from "../../../core/density/densityParameters.ts";
import type { OnlineTerms } from "../../../core/density/onlineDensity.ts";
import { exactText, numberText } from "../../../core/numberFormats.ts";
import type { RecordsId } from "../../../engine/contract.ts";
import { csvText } from "../../../core/release/file/csv.ts";
import { saveFile } from "../../../panels/shared/saveFile.ts";
import { niceUpper } from "../../../plots/niceUpper.ts";
import { coordinatesOf } from "../../../state/presented/releaseView.ts";
import type { DensityView } from "../model/view.ts";

/** Public. */
export interface Begun {
  readonly session: number;
  readonly terms: OnlineTerms;
  readonly records: RecordsId;
  readonly parameters: DensityTargetParameters;
  readonly names: readonly string[];
  readonly budget: { readonly epsilon: number; readonly delta: number };
  /** Coordinates of the requested points, one after another. */
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

export function settingsText({ parameters: { bandwidths, domain, bump, route } }: Begun): string {
  const kernel = route === "sobolev" ? "Sobolev noise" : `${bump ?? "Gaussian"} bumps`;
  const sides = domain.map(([lower, upper]) => `${numberText(lower)} to ${numberText(upper)}`);
  return `${kernel}, h = ${bandwidths.map(numberText).join(" and ")}, on ${sides.join(" by ")}`;
}

export function pictureOf({ places, answers, names, parameters }: Begun, view: DensityView) {
  const [x] = coordinatesOf(view.axes) as [Float64Array];
  const from = Math.max(0, answers.length - mostDots);
  const dots = Array.from(answers.subarray(from), (value, i) => [places[from + i]!, value] as const);
  const line = Array.from(view.released, (value, i) => [x[i]!, value] as const);
  const values = [...line, ...dots].map(([, value]) => value);
  const upper = niceUpper(values.reduce((a, b) => Math.max(a, b), 0) * 1.02);
  const lower = values.reduce((a, b) => Math.min(a, b), 0);
  return {
    x: { domain: [...parameters.domain[0]!] as [number, number], isLog: false, label: names[0]! },
    y: { domain: [lower, upper > lower ? upper : lower + 1] as [number, number], isLog: false, label: "density" },
    series: [
      { points: view.axes.length === 1 ? line : [], role: "quiet", as: "line" },
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

export function saveAnswers({ places, answers, names, terms, budget, parameters }: Begun): void {
  const d = names.length;
  const text = csvText({
    comments: [
      "Curveil density; answers of one online release; private as the bits that leave",
      `epsilon = ${budget.epsilon}`,
      `delta = ${budget.delta}`,
      `mu = ${terms.mu}`,
      `each value is a whole multiple of ${terms.lattice}`,
      `noise standard deviation = ${terms.sigma}`,
      `h = ${parameters.bandwidths.join(" ")}`,
      `domain = ${parameters.domain.map(([lower, upper]) => `${lower}..${upper}`).join(" x ")}`,
    ],
    columns: [
      ...names.map((name, k) => ({ name, at: (row: number) => places[row * d + k]! })),
      { name: "density", at: (row: number) => answers[row]! },
    ],
    rowCount: answers.length,
  });
  saveFile("online-answers.csv", "text/csv", text);
}
