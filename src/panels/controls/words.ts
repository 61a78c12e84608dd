import { countText, numberText, spokenNumber, spokenPercent } from "../../core/numberFormats.ts";
import { clockText } from "../../plots/axisTicks.ts";

export function epsilonWords({ epsilon, ...noise }: NoiseInWords & { readonly epsilon: number }): string {
  return `epsilon ${spokenNumber(epsilon)}${noiseInWords(noise)}`;
}

export function deltaWords({ delta, ...noise }: NoiseInWords & { readonly delta: number }): string {
  return `delta ${spokenNumber(delta)}, 1 in ${spokenNumber(1 / delta)}${noiseInWords(noise)}`;
}

export function drawsWords(draws: number): string {
  return draws === 1 ? "1 draw" : `${draws} independent draws, each would spend the budget again`;
}

export interface NoiseInWords {
  readonly standardDeviation?: number | undefined;
  /** Public. */
  readonly meanHeight?: number | undefined;
}

function noiseInWords({ standardDeviation, meanHeight }: NoiseInWords): string {
  if (standardDeviation === undefined) return "";
  const noise = `; noise standard deviation ${spokenNumber(standardDeviation)}`;
  if (meanHeight === undefined || !(meanHeight > 0)) return noise;
  return `${noise}, ${spokenPercent(standardDeviation / meanHeight)} of the mean height`;
}

/** 2024-01-03 for days since 1970. */
export function dateText(days: number): string {
  const date = new Date(days * 86_400_000);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 10);
}

export function placeText(value: number, unit = ""): string {
  return unit === "date" ? dateText(value) : unit === "time" ? clockText(value) : numberText(value);
}

/** What must be told of a δ that lets records out as they are; it is not forbidden. */
export function deltaWarning(delta: number, recordCount: number | undefined): string | undefined {
  return recordCount !== undefined && delta > 1 / recordCount
    ? "δ above one over the number of records allows to publish some record as it is, and still keep the promise."
    : undefined;
}

/** "this curve", "these curves". */
export function thisOf(what: string): string {
  return what.endsWith("s") ? `these ${what}` : `this ${what}`;
}

/** "curve" for "curves" and for "curve". */
export function oneOf(what: string): string {
  return what.replace(/ies$/, "y").replace(/s$/, "");
}

interface Whose {
  readonly gave: (numbers: string) => string;
  readonly count: string;
  readonly unseen: string;
  readonly anyones: string;
}

/**
 * The words for so many records.
 *
 * @param who what they are of: people, unless an example says otherwise
 * @param owned where a person may have several of them: rows are no people then
 */
export function whoseRecords(
  recordCount: number,
  who = "people",
  owned: { readonly person: string; readonly perPerson: number } = { person: "", perPerson: 1 },
): Whose {
  const { person, perPerson } = owned;
  if (person !== "") {
    const rows = `${countText(recordCount)} rows, up to ${countText(perPerson)} of each person,`;
    return {
      count: rows.replace(/,$/, ""),
      gave: (numbers) => `${rows} with ${numbers} each`,
      unseen: "without giving anyone away",
      anyones: "anyone’s",
    };
  }
  const count = `${countText(recordCount)} ${who}`;
  return who === "people"
    ? {
        count,
        gave: (numbers) => `${count} gave ${numbers} each`,
        unseen: "without giving anyone away",
        anyones: "anyone’s",
      }
    : {
        count,
        gave: (numbers) => `${count}, ${numbers} each`,
        unseen: "without giving any of them away",
        anyones: "its",
      };
}
