import { countText, numberText, spokenNumber, spokenPercent } from "../../core/numberFormats.ts";
import { clockText } from "../../plots/axisTicks.ts";

/** The words of the ε slider; `meanHeight` is what the noise is compared with. */
export function epsilonWords({ epsilon, ...noise }: NoiseInWords & { readonly epsilon: number }): string {
  return `epsilon ${spokenNumber(epsilon)}${noiseInWords(noise)}`;
}

/** The words of the δ slider. */
export function deltaWords({ delta, ...noise }: NoiseInWords & { readonly delta: number }): string {
  return `delta ${spokenNumber(delta)}, 1 in ${spokenNumber(1 / delta)}${noiseInWords(noise)}`;
}

/** The words of the slider of draws. Each draw that is passed on spends its own budget. */
export function drawsWords(draws: number): string {
  return draws === 1 ? "1 draw" : `${draws} independent draws, each would spend the budget again`;
}

/** How large the noise is, beside what it is compared with. */
export interface NoiseInWords {
  readonly standardDeviation?: number | undefined;
  /** That of the function, public. */
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

/** A place on an axis, for the eye: a date, a time of day, or a number. */
export function placeText(value: number, unit = ""): string {
  return unit === "date" ? dateText(value) : unit === "time" ? clockText(value) : numberText(value);
}

/** What must be told of a δ that lets records out as they are; it is not forbidden. */
export function deltaWarning(delta: number, recordCount: number | undefined): string | undefined {
  return recordCount !== undefined && delta > 1 / recordCount
    ? "δ above one over the number of records allows to publish some record as it is, and still keep the promise."
    : undefined;
}

/** "this curve", "these curves": what a picture is of. */
export function thisOf(what: string): string {
  return what.endsWith("s") ? `these ${what}` : `this ${what}`;
}

/** "curve" of "curves" and of "curve": one of what a picture is of. */
export function oneOf(what: string): string {
  return what.replace(/ies$/, "y").replace(/s$/, "");
}

/** Whose numbers a picture is of, and how none of them is given away. */
interface Whose {
  /** "1,000 people gave one number each". */
  readonly gave: (numbers: string) => string;
  /** "1,000 people". */
  readonly count: string;
  /** "without giving anyone away". */
  readonly unseen: string;
  /** "anyone’s", before what none gives away. */
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
