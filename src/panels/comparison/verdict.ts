import type { ComparedMechanism, ErrorOfDraws } from "../../core/comparison/comparison.ts";
import { numberText, timesText } from "../../core/numberFormats.ts";

export interface Mechanism {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly why: string;
}

export interface Compared extends ComparedMechanism {
  readonly mechanism: string;
}

export type Norm = "supremum" | "average" | "disagreement";

export const normLabels: Readonly<Record<Norm, string>> = {
  supremum: "largest anywhere",
  average: "mean over the domain",
  disagreement: "share decided otherwise",
};

export const normNames: Readonly<Record<Norm, string>> = {
  supremum: "largest error",
  average: "mean error",
  disagreement: "share of the domain decided otherwise",
};

export function errorAt({ errors }: ComparedMechanism, epsilon: number, norm: Norm): ErrorOfDraws | undefined {
  return errors.find((entry) => entry.epsilon === epsilon)?.[norm];
}

export function verdict(
  mechanisms: readonly Mechanism[],
  compared: readonly Compared[],
  { epsilon, norm }: { readonly epsilon: number; readonly norm: Norm },
): { readonly headline: string; readonly more: string } | undefined {
  const here = rankedAt(compared, epsilon, norm);
  const [first, second] = here;
  if (!first || !second) return undefined;
  const nameOf = (id: string) => mechanisms.find((mechanism) => mechanism.id === id)?.name ?? id;
  const what = normNames[norm];
  const level = areLevel(first.error, second.error);
  const among = here.length < mechanisms.length ? `Of the ${here.length} that are measured: at` : "At";
  const opening = level
    ? `${among} ε = ${numberText(epsilon)} ${nameOf(first.of.mechanism)} and ${nameOf(second.of.mechanism)} are level`
    : `${among} ε = ${numberText(epsilon)} ${nameOf(first.of.mechanism)} wins`;
  const by = level
    ? ` with a ${what} of ${numberText(first.error.mean)}.`
    : `: its ${what} is ${numberText(first.error.mean)} on average, that of ${nameOf(second.of.mechanism)} ${timesText(second.error.mean / first.error.mean)} as large.`;
  const why = mechanisms.find(({ id }) => id === first.of.mechanism)?.why;
  const pure = here.find(({ of }) => of.law === "laplace");
  const withoutDelta =
    first.of.law === "laplace"
      ? " It needs no δ."
      : pure
        ? ` Of those that need no δ, ${nameOf(pure.of.mechanism)} is best, with ${numberText(pure.error.mean)}.`
        : "";
  return {
    headline: `${opening}${by}`,
    more: `${why ? `Why: ${why}.` : ""}${withoutDelta}${elsewhere(compared, norm, nameOf)}`.trim(),
  };
}

export function rankedAt(compared: readonly Compared[], epsilon: number, norm: Norm) {
  return compared
    .flatMap((of) => {
      const error = errorAt(of, epsilon, norm);
      return error ? [{ of, error }] : [];
    })
    .sort((a, b) => a.error.mean - b.error.mean);
}

/** True below two standard errors; draws of different mechanisms are independent. */
function areLevel(a: ErrorOfDraws, b: ErrorOfDraws): boolean {
  return Math.abs(a.mean - b.mean) < 2 * Math.hypot(a.standardError, b.standardError);
}

function elsewhere(compared: readonly Compared[], norm: Norm, nameOf: (id: string) => string): string {
  const epsilons = [...new Set(compared.flatMap(({ errors }) => errors.map(({ epsilon }) => epsilon)))].sort(
    (a, b) => a - b,
  );
  const stretches: { winner: string; from: number; to: number }[] = [];
  for (const epsilon of epsilons) {
    const ranked = rankedAt(compared, epsilon, norm);
    const [best] = ranked;
    if (!best) continue;
    const last = stretches.at(-1);
    // The winner stays unless another is better by more than chance.
    const before = ranked.find(({ of }) => of.mechanism === last?.winner);
    const winner = before && areLevel(before.error, best.error) ? before.of.mechanism : best.of.mechanism;
    if (last?.winner === winner) last.to = epsilon;
    else stretches.push({ winner, from: epsilon, to: epsilon });
  }
  if (stretches.length < 2) return "";
  const parts = stretches.map(({ winner, from, to }, i) =>
    i === 0
      ? `${nameOf(winner)} up to ε = ${numberText(to)}`
      : i === stretches.length - 1
        ? `${nameOf(winner)} from ${numberText(from)} on`
        : from === to
          ? `${nameOf(winner)} at ${numberText(from)}`
          : `${nameOf(winner)} from ${numberText(from)} to ${numberText(to)}`,
  );
  return ` Along ε the winners are ${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}.`;
}
