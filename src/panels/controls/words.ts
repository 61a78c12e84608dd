import { countText, numberText, spokenNumber, spokenPercent, significant } from "../../core/numberFormats.ts";
import type { Neighbours } from "../../state/scenario/sharedFields.ts";
import { clockText, dateText } from "../../plots/axisTicks.ts";

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

export { dateText };

/**
 * A date has its time of day where the axis is short.
 *
 * @param length the axis's, in its unit
 */
export function placeText(value: number, unit = "", length = Infinity): string {
  if (unit === "time") return clockText(value, length);
  if (unit !== "date") {
    const digits = 3 + Math.ceil(Math.log10(Math.max(1, Math.abs(value) / length)));
    return digits > 4 ? significant(value, Math.min(16, digits)).toString() : numberText(value);
  }
  if (!(length <= 60)) return dateText(value);
  const day = Math.floor(value);
  const clock = clockText(24 * (value - day), 24 * length);
  return clock.startsWith("24:") ? `${dateText(day + 1)} 0:00` : `${dateText(day)} ${clock}`;
}

/** A number with its column's unit, declared or in brackets in its name: "3.2 kg". */
export function measuredText(value: number, name: string, unit: string): string {
  const [, , inName = ""] = /(\[|\()([^\])]{1,12})[\])]$/.exec(name) ?? [];
  const shown = unit === "date" || unit === "time" ? "" : unit || inName;
  return `${numberText(value)}${shown === "" ? "" : `${shown === "%" ? "\u00a0" : " "}${shown}`}`;
}

/** Keeps a number on a line with its unit, its ±, and the power of ten or letter beside it. */
export function unbroken(text: string): string {
  return text.replace(/([±=×]) (?=[−\d])|(\d) (?=[%×])|([εδnhλφτM]) (?==)/g, (pair) => pair.replace(" ", "\u00a0"));
}

/** Tells, but does not forbid, a δ that lets records out as they are. */
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
 * @param who people, unless an example says otherwise
 * @param owned if a person may have several: rows are no people then
 */
export function whoseRecords(
  recordCount: number,
  who = "people",
  owned: Neighbours = { person: "", perPerson: 1 },
): Whose {
  const { person, perPerson, most = "public" } = owned;
  const atMost = most === "public" ? "" : "At most ";
  if (person !== "") {
    const rows = `${atMost}${countText(recordCount)} rows, up to ${countText(perPerson)} of each person,`;
    return {
      count: rows.replace(/,$/, ""),
      gave: (numbers) => `${rows} with ${numbers} each`,
      unseen: "without giving anyone away",
      anyones: "anyone’s",
    };
  }
  const count = `${atMost}${countText(recordCount)} ${who}`;
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
