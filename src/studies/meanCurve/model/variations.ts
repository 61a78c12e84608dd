import { numberText } from "../../../core/numberFormats.ts";
import type { MeanCurveDefaults, MeanCurveExample } from "./example.ts";
import { exampleOf, settingsOf, type MeanCurveScenario } from "./scenario.ts";

interface Variation {
  readonly label: string;
  readonly change: Partial<MeanCurveScenario>;
}

const penalties = [1e-4, 1e-3, 1e-2, 1e-1, 1];

/** Variations of the paper's figure for an example, several penalties for other data; all else is as it is now. */
export function variationsOf(examples: readonly MeanCurveExample[], { data }: MeanCurveScenario): readonly Variation[] {
  const example = exampleOf(examples, data)?.example;
  if (!example) return penalties.map((penalty) => ({ label: `φ = ${numberText(penalty)}`, change: { penalty } }));
  const varied = new Set(example.variations.flatMap(({ override }) => Object.keys(override)));
  const otherData = example.variations.some((variation) => variation.data !== undefined);
  return example.variations.map((variation) => {
    const all: MeanCurveDefaults = { ...example.defaults, ...variation.override };
    const settings: Partial<MeanCurveDefaults> = Object.fromEntries(
      Object.entries(all).filter(([key]) => varied.has(key)),
    );
    return {
      label: variation.label,
      change: { ...settingsOf(settings), ...(otherData && { data: variation.data ?? example.id }) },
    };
  });
}

export function isShown(scenario: MeanCurveScenario, { change }: Variation): boolean {
  return Object.entries(change).every(
    ([key, value]) => JSON.stringify(scenario[key as keyof MeanCurveScenario]) === JSON.stringify(value),
  );
}
