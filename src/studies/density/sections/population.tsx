import { useMemo } from "react";
import { densityLaw } from "../../../core/density/densityForm.ts";
import type { DensityTargetParameters } from "../../../core/density/densityParameters.ts";
import { integralFunctional, valueOf } from "../../../core/release/curveFunctionals.ts";
import { functionalDeviation } from "../../../core/release/noiseLaw.ts";
import type { ReleaseFile } from "../../../core/release/file/releaseFile.ts";
import {
  heldBy,
  numbersOfFile,
  numbersOfView,
  type LineNumbers,
  type Population,
} from "../../../panels/inference/population.ts";
import { PopulationPanel } from "../../../panels/inference/PopulationPanel.tsx";
import { fileSettings } from "../../../panels/inference/fileSettings.ts";
import { requestOf } from "../model/request.ts";
import type { DensityProps, ProcessFacts } from "../model/view.ts";

export function Section({ shown, view }: DensityProps) {
  const of = useMemo(() => {
    if (!view || shown.post === "density" || !("jitter" in view.facts)) return undefined;
    const parameters = requestOf(shown);
    if (parameters.transformation !== undefined || parameters.reflection === true) return undefined;
    const { kernel, grid } = densityLaw(parameters);
    const { sensitivity, jitter, recordCount } = view.facts as ProcessFacts;
    const variance = (view.budget.multiplier * sensitivity) ** 2;
    const law = { kernel, grid, variance, white: jitter * variance };
    const numbers = numbersOfView(view, { law, names: [shown.x, "density", shown.y], postMap: undefined });
    return numbers && populationOf(numbers, parameters, { recordCount, recordsPerPerson: parameters.recordsPerPerson });
  }, [shown, view]);
  return <Density of={of} isThinned={shown.most !== "public"} />;
}

function Density({ of, isThinned }: { readonly of: Population | undefined; readonly isThinned: boolean }) {
  if (!of) return <p className="explanation">{unavailable}</p>;
  return <PopulationPanel of={of} what={heldBy.density(isThinned)} />;
}

const unavailable =
  "For a density of a Gaussian process on its own scale, not cut off at zero, or for the curves of groups.";

export function SectionOfFile({ file }: { readonly file: ReleaseFile }) {
  const of = useMemo(() => {
    const numbers = file.view.carried ? undefined : numbersOfFile(file);
    const { textOf, ...sample } = fileSettings(file);
    if (!numbers || sample.recordCount === undefined) return undefined;
    const places = [numbers.places, ...(numbers.across ? [numbers.across] : [])];
    const bandwidths = (textOf("h") ?? "").split(" ").map(Number);
    if (bandwidths.length !== places.length || !bandwidths.every((h) => h > 0 && h < Infinity)) return undefined;
    const bump = textOf("kernel") as DensityTargetParameters["bump"];
    const domain = places.map((axis) => [axis[0]!, axis.at(-1)!] as const);
    const isSobolev = numbers.law.kernel.type === "productExponential";
    const correlation = Number(textOf("correlation") ?? 0);
    const parameters = {
      ...{ domain, bandwidths, correlation, relativeRate: 1 },
      ...{ route: isSobolev ? ("sobolev" as const) : ("gaussian" as const) },
      ...(bump && { bump }),
    };
    return populationOf(numbers, parameters, { ...sample, recordCount: sample.recordCount });
  }, [file]);
  return <Density of={of} isThinned={fileSettings(file).isThinned} />;
}

function populationOf(
  numbers: LineNumbers,
  parameters: DensityTargetParameters,
  sizes: { readonly recordCount: number; readonly recordsPerPerson?: number | undefined },
): Population {
  const m = numbers.places.length;
  const { height } = densityLaw(parameters);
  const integral = integralFunctional(numbers.places, [numbers.places[0]!, numbers.places[m - 1]!]);
  const massNoise = numbers.levels.length > 0 ? functionalDeviation(numbers.law, [integral]) : 0;
  return {
    ...numbers,
    sample: {
      recordCount: sizes.recordCount,
      recordsPerPerson: sizes.recordsPerPerson ?? 1,
      least: new Float64Array(m),
      largest: new Float64Array(m).fill(height),
    },
    groups: numbers.levels.map((_, k) => {
      const sums = numbers.numbers.subarray(k * m, (k + 1) * m);
      return { sums, mass: valueOf(integral, sums), massNoise };
    }),
  };
}
