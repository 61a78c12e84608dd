import { mostLevels } from "../../../core/records/declaredLevels.ts";
import type { SharedGroups } from "../../../core/release/sharedGroups.ts";
import { percentText } from "../../../core/numberFormats.ts";
import { problemIf } from "../../../state/scenario/problems.ts";
import { typedNumber } from "../../../state/typedNumber.ts";

/** As in a release file. */
const longestLevel = 200;

/** Separated by semicolons, else by commas. */
export function typedLevels(text: string): readonly string[] {
  return text
    .split(text.includes(";") ? ";" : ",")
    .map((level) => level.trim())
    .filter((level) => level !== "");
}

export function levelProblems(names: readonly string[], column: string) {
  const twice = names.find((name, place) => names.indexOf(name) !== place);
  const few = `Name two values of ${column} or more, separated by commas, or by semicolons where a value has a comma in it.`;
  return [
    ...problemIf(names.length < 2, "levels", few),
    ...problemIf(names.length > mostLevels, "levels", `${names.length} groups are too many: at most ${mostLevels}.`),
    ...problemIf(twice !== undefined, "levels", `“${twice ?? ""}” is named twice.`),
    ...problemIf(
      names.some((name) => name.length > longestLevel),
      "levels",
      `The name of a group has at most ${longestLevel} characters in a release file.`,
    ),
  ];
}

/** “placebo = 40 %”, “placebo = 0.4”. */
const withShare = /^(.*\S)\s*=\s*([\d.,]+)\s*(%?)$/;

/** “placebo = 40 %, low, high”: groups without a share divide the rest equally. */
export function typedShares(text: string): SharedGroups {
  const groups = typedLevels(text).map((written) => {
    const [, name, number, percent] = withShare.exec(written) ?? [];
    const value = number === undefined ? undefined : typedNumber(number)?.value;
    if (name === undefined || value === undefined) return { name: written, share: undefined };
    return { name, share: percent === "%" ? value / 100 : value };
  });
  const open = groups.filter(({ share }) => share === undefined).length;
  const rest = groups.reduce((left, { share = 0 }) => left - share, 1);
  return {
    levels: groups.map(({ name }) => name),
    shares: groups.map(({ share }) => share ?? rest / open),
  };
}

export function sharesText({ levels, shares }: SharedGroups): string {
  const isEqual = shares.every((share) => share === shares[0]);
  return levels.map((level, k) => (isEqual ? level : `${level} (${percentText(shares[k]!)})`)).join(", ");
}

export function shareProblems({ shares }: SharedGroups) {
  const sum = shares.reduce((all, share) => all + share, 0);
  return problemIf(
    !(shares.every((share) => share > 0 && share <= 1) && sum <= 1 + 1e-9),
    "levels",
    "The shares of the groups are above 0 and add up to 100 % at most, with something left for those that have none.",
  );
}
