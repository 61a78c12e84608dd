import type { ReleaseFile } from "../../core/release/file/releaseFile.ts";

export function fileSettings({ sheet: { parameters, unprotectedQuantities } }: ReleaseFile) {
  const textOf = (name: string) => parameters.find((parameter) => parameter.name === name)?.value;
  const numberOf = (name: string) => {
    const value = Number(textOf(name) ?? NaN);
    return value > 0 && value < Infinity ? value : undefined;
  };
  const count = unprotectedQuantities.flatMap((entry) => /^number of records: (\d+)/.exec(entry)?.[1] ?? [])[0];
  const perPerson = /^up to (\d+) (?:records|curves) of one person/.exec(textOf("neighbours") ?? "")?.[1];
  return {
    textOf,
    numberOf,
    recordCount: count === undefined ? undefined : Number(count),
    recordsPerPerson: perPerson === undefined ? 1 : Number(perPerson),
  };
}
