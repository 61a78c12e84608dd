import { latticeCost } from "../../../core/bernstein/bernstein.ts";
import { learnerAxes, type LearnerName, type LearnerShape } from "../../../core/erm/learners/learnerPolynomial.ts";
import { countText, finePercentText, numberText } from "../../../core/numberFormats.ts";

export const learnersOf: Record<"classification" | "regression", readonly { value: LearnerName; label: string }[]> = {
  classification: [
    { value: "naiveBayesKernel", label: "Naive Bayes, kernel densities" },
    { value: "naiveBayesNormal", label: "Naive Bayes, normal densities" },
    { value: "linearLogistic", label: "Linear logistic regression" },
    { value: "logisticProbability", label: "Logistic regression, probabilities" },
    { value: "kernelMachine", label: "Support vector machine" },
    { value: "polynomialMachine", label: "Support vector machine, polynomial kernel" },
  ],
  regression: [
    { value: "priestleyChao", label: "Priestley–Chao kernel regression" },
    { value: "kernelMachine", label: "Regularised kernel regression" },
    { value: "polynomialMachine", label: "Regularised polynomial regression" },
  ],
};

export const learnerExplanations: Readonly<Record<LearnerName, string>> = {
  naiveBayesKernel:
    "The density of one class less that of the other, each a product over the columns of bumps at its records.",
  naiveBayesNormal:
    "The same with a normal density for each column and class, of a variance of at least a public bound.",
  linearLogistic:
    "A plane through the origin of the domain: its polynomial of degree 1 is itself, so only noise is added.",
  kernelMachine:
    "The minimiser of the study with a Gaussian kernel, released as a polynomial instead of with a Gaussian process.",
  logisticProbability:
    "The probability of the second class less that of the first. Probabilities of the released plane are as near, and cost nothing more.",
  polynomialMachine:
    "The same minimiser among polynomials about the middle of the domain; p = 1 is linear. No kernel matrix, so hundreds of thousands of records.",
  priestleyChao:
    "Responses spread over the gaps between inputs; gaps are clipped at c/n, without which one record could change everything.",
};

export const pointwiseFormulas: Readonly<Record<LearnerName, string>> = {
  naiveBayesKernel: String.raw`\frac{2\max(1,\ell-1)}{n\,(\sqrt{2\pi}\,b)^{\ell}}`,
  naiveBayesNormal: String.raw`S(n,\ell,v)`,
  linearLogistic: String.raw`\max_{0\le a\le 1} 2\,\sigma(\varrho a)\sqrt{1-a^2}\;\frac{C\sqrt\ell}{n}`,
  logisticProbability: String.raw`2\tanh\!\left(\max_{0\le a\le 1} \sigma(\varrho a)\sqrt{1-a^2}\;\frac{C\sqrt\ell}{2n}\right)`,
  polynomialMachine: String.raw`\frac{M}{\lambda n}\sup K + 2\sqrt{g/\lambda}`,
  kernelMachine: String.raw`\frac{M}{\lambda n}\sup K + 2\sqrt{g/\lambda}`,
  priestleyChao: String.raw`\frac{4B\min(c/n,\,1/2)}{b\sqrt{2\pi}}`,
};

export function costSentence({
  degree,
  draws,
  shape,
  records,
}: {
  readonly degree: number;
  readonly draws: number;
  readonly shape: LearnerShape;
  readonly records: number;
}): string {
  const { learner } = shape;
  const axes = learnerAxes(shape);
  const { values, bytes, operations } = latticeCost({
    degree: learner === "linearLogistic" ? 1 : degree,
    drawCount: draws,
    gridCounts: [...axes.map(({ count }) => count), ...(shape.held ?? []).map(() => 1)],
    operationsPerValue: learner === "kernelMachine" ? records : 6,
  });
  // Most time goes to a machine's original on the grid; a thread computes some 10⁸ exponentials a second.
  const shown = axes.reduce((size, { count }) => size * count, 1);
  const seconds = Math.max(0.1, (operations + shown * (learner === "kernelMachine" ? records : 6)) / 1e8);
  return `Up to ${countText(values)} numbers are released, of which the picture is a slice: about ${numberText(bytes / 1e6)} MB and ${numberText(seconds)} s${learner === "kernelMachine" ? ", and the time of the fit" : ""}.`;
}

export function learnerFields(task: "classification" | "regression", learner: LearnerName): readonly string[] {
  const inputs = [
    ...["task", "x", "y", "response", "positive", "person", "perPerson"],
    ...["domainX", "domainY", "further"],
  ];
  const always = [...inputs, "epsilon", "delta", "calibration"];
  return [...always, ...(task === "regression" ? ["range"] : []), ...(usesPenalty(learner) ? ["penalty"] : [])];
}

export function usesPenalty(learner: LearnerName): boolean {
  return machines.includes(learner) || isLogistic(learner);
}

const machines: readonly LearnerName[] = ["kernelMachine", "polynomialMachine"];

function isLogistic(learner: LearnerName): boolean {
  return learner === "linearLogistic" || learner === "logisticProbability";
}

export function shapedBy(learner: LearnerName): "width" | "degree" | undefined {
  return learner === "polynomialMachine" ? "degree" : isLogistic(learner) ? undefined : "width";
}

/** The value of full colour. Public. */
export function levelOf({ learner, width, domain }: LearnerShape): number {
  if (usesPenalty(learner)) return 1;
  return 0.15 / (Math.sqrt(2 * Math.PI) * width) ** domain.length;
}

export function learnerSentence(
  {
    released,
    original,
    budget,
  }: { released: Float64Array; original: Float64Array | undefined; budget: { epsilon: number } },
  plane: boolean,
): string {
  if (!plane)
    return `One private ${original ? "curve beside the original" : "curve"} at ε = ${numberText(budget.epsilon)}.`;
  if (!original) {
    const positive = released.reduce((count, value) => count + (value >= 0 ? 1 : 0), 0) / released.length;
    return `At ε = ${numberText(budget.epsilon)} the private rule gives ${finePercentText(positive)} of the domain to the second class.`;
  }
  const same = released.reduce((count, value, i) => count + (value >= 0 === original[i]! >= 0 ? 1 : 0), 0);
  return `At ε = ${numberText(budget.epsilon)} the private rule decides as the original on ${finePercentText(same / released.length)} of the domain.`;
}
