import type { Centre } from "../../../core/release/postMap.ts";
import { weightKnots } from "../../../panels/postProcessing/whatFollows.ts";
import { typedNumber } from "../../../state/typedNumber.ts";

const farthest = 1e15;

/** Nothing, a number, or a curve as time:value; undefined for other text. */
export function centreOf(text: string): Centre | "none" | undefined {
  if (text.trim() === "") return "none";
  const constant = text.includes(":") ? undefined : typedNumber(text);
  const knots: Centre | undefined = constant ? [[0, constant.value]] : weightKnots(text);
  const isNear = knots?.every(([at, value]) => Math.abs(at) <= farthest && Math.abs(value) <= farthest);
  return isNear && knots!.length > 0 ? knots : undefined;
}

/** Nothing for no centre, or an unreadable one. */
export function centreParameter(text: string): { readonly centre?: Centre } {
  const centre = centreOf(text);
  return centre === undefined || centre === "none" ? {} : { centre };
}
