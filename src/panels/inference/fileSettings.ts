import type { ReleaseFile } from "../../core/release/file/releaseFile.ts";

export function fileSettings({ sheet: { parameters, unprotectedQuantities } }: ReleaseFile) {
  const textOf = (name: string) => parameters.find((parameter) => parameter.name === name)?.value;
  const numberOf = (name: string) => {
    const value = Number(textOf(name) ?? NaN);
    return value > 0 && value < Infinity ? value : undefined;
  };
  const sizes = unprotectedQuantities.map((entry) => /^(declared largest )?number of records: (\d+)/.exec(entry));
  const [, most, count] = sizes.find((size) => size) ?? [];
  const perPerson = /^up to (\d+) (?:records|curves) of one person/.exec(textOf("neighbours") ?? "")?.[1];
  return {
    textOf,
    numberOf,
    recordCount: count === undefined ? undefined : Number(count),
    isThinned: most !== undefined,
    recordsPerPerson: perPerson === undefined ? 1 : Number(perPerson),
  };
}
