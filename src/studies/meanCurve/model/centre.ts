import type { Centre } from "../../../core/release/postMap.ts";
import { weightKnots } from "../../../panels/postProcessing/whatFollows.ts";
import { typedNumber } from "../../../state/typedNumber.ts";

const farthest = 1e15;

/** A declared centre as it is typed: nothing, a number, or a curve as time:value; undefined if it is none of them. */
export function centreOf(text: string): Centre | "none" | undefined {
  if (text.trim() === "") return "none";
  const constant = text.includes(":") ? undefined : typedNumber(text);
  const knots: Centre | undefined = constant ? [[0, constant.value]] : weightKnots(text);
  const isNear = knots?.every(([at, value]) => Math.abs(at) <= farthest && Math.abs(value) <= farthest);
  return isNear && knots!.length > 0 ? knots : undefined;
}

/** What is asked of the worker: nothing where there is no centre, or none that can be read, which is said beside it. */
export function centreParameter(text: string): { readonly centre?: Centre } {
  const centre = centreOf(text);
  return centre === undefined || centre === "none" ? {} : { centre };
}
