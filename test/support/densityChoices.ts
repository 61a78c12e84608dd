import { densityChoice } from "../../src/core/density/densityChoice.ts";
import type { DensityTargetParameters } from "../../src/core/density/densityParameters.ts";
import type { Points } from "../../src/core/points.ts";
import { choiceOdds, choosing, type FunctionChoice } from "../../src/core/privacy/choice/functionChoice.ts";
import type { RandomSource } from "../../src/core/random/randomSource.ts";
import { lastOf } from "../../src/core/slices.ts";

/** A density on a line, among candidates. */
export const choiceOnLine = (shape: DensityTargetParameters, points: Points) =>
  densityChoice(shape, points, () => {
    throw new Error("on a line");
  });

type Asked = DensityTargetParameters & FunctionChoice;

export const chooseDensity = (asked: Asked, points: Points, random: RandomSource): number =>
  lastOf(choosing(choiceOnLine(asked, points), asked, random));

export const densityOdds = (asked: Asked, points: Points): Float64Array =>
  lastOf(choiceOdds(choiceOnLine(asked, points), asked));
