import { numberText } from "../../core/numberFormats.ts";
import type { ReleaseFile } from "../../core/release/file/releaseFile.ts";
import { classSides } from "../study/releaseWords.ts";

export function sidesIn({ sheet }: Pick<ReleaseFile, "sheet">): readonly [below: string, above: string] | undefined {
  const classAt = (side: string) => sheet.parameters.find(({ name }) => name === side)?.value;
  const [below, above] = [classAt(classSides.below), classAt(classSides.above)];
  return below === undefined || above === undefined ? undefined : [below, above];
}

export function sideKey(file: Pick<ReleaseFile, "sheet" | "mechanism" | "view">): readonly [low: string, high: string] {
  const [below, above] = sidesIn(file) ?? ["one class", "the other class"];
  const full = fullestValue(file);
  return [`${numberText(-full)}, ${below}`, `${numberText(full)}, ${above}`];
}

/** The label 1; for a polynomial, which has no such scale, the largest released value. */
export function fullestValue({ mechanism: { domain }, view }: Pick<ReleaseFile, "mechanism" | "view">): number {
  if (domain.kind !== "basis" || !domain.name.startsWith("iterated Bernstein")) return 1;
  const most = view.values.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0);
  return most > 0 ? most : 1;
}
