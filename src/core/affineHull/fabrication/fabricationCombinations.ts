import { optionsOn, type Combinations, type Options } from "../../combinations.ts";
import type { FabricationParameters } from "./fabricationParameters.ts";

type FabricationOption = "secure" | "bounds";

export const fabricationCombinations: Combinations<FabricationOption> = {
  parameterOf: { bounds: "seed" },
  clashes: [
    [
      "bounds",
      ["secure"],
      "With secure noise the rows of the picture cannot be made again. Choose a seed to check the bounds on a teaching draw",
    ],
  ],
};

export function fabricationOptions(
  { seed }: Pick<FabricationParameters, "seed">,
  use?: "bounds",
): Options<FabricationOption> {
  return optionsOn<FabricationOption>({ secure: seed === "secure", ...(use && { [use]: true }) });
}
