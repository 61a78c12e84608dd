import { countText, percentText, shareRangeText } from "../../core/numberFormats.ts";
import { pointwise95 } from "../../core/privacy/bands/pointwise.ts";
import type { StudyView } from "../../state/presented/presented.ts";
import type { CommonFacts, Guarantee } from "../study/study.ts";
import type { Neighbours } from "../../state/scenario/sharedFields.ts";

export function protectedWords(
  { person, perPerson, most = "public" }: Neighbours,
  record: string,
): Pick<Guarantee, "knows" | "neighbours" | "recordsPerPerson"> {
  const counted = most === "public" ? "" : ` ${protectedCount(most)}`;
  const differ = most === "public" ? "by the replacement of" : "by the addition, the removal or the replacement of";
  if (person === "") {
    return {
      recordsPerPerson: 1,
      knows: "all records but one",
      neighbours: `Neighbours differ ${differ} one record${record}.${counted} If a person owns several rows, the promise is for each row, not for the person.`,
    };
  }
  const rows = perPerson === 1 ? "the one row" : `all ${countText(perPerson)} rows`;
  return {
    recordsPerPerson: perPerson,
    knows: "all records but those of one person",
    neighbours: `Neighbours differ ${differ} ${rows} that one person may have, as ${person} says whose they are${most === "public" ? ", by as many" : ""}. Of each person the first ones are kept, up to the declared bound${most === "public" ? "; how many are kept in all is public" : ""}.${counted} Δ is ${perPerson === 1 ? "that of one record" : `${countText(perPerson)} times that of one record`}.`,
  };
}

export function protectedCount(most: number): string {
  return `How many there are is protected too: all is divided by the declared ${countText(most)}, and the share of absent ones is released.`;
}

/** The released share of absent records; "" for a public n. */
export function absentSentence<I>({ extra, facts }: StudyView<CommonFacts, I>, records: string): string {
  const absent = extra?.at(-1);
  if (facts.mostRecords === undefined || !absent) return "";
  const { released, deviation, original } = absent;
  const truth = original === undefined ? "" : ` (in truth ${percentText(original)})`;
  return ` Of ${countText(facts.mostRecords)} declared ${records} ${shareRangeText(released, pointwise95 * deviation)}${truth} are absent, with 95 %.`;
}

export function neighbourLine(
  { person, perPerson, most = "public" }: Neighbours,
  record: "record" | "curve" = "record",
): string {
  const whose =
    person === ""
      ? `one ${record}`
      : `${perPerson === 1 ? `the ${record}` : `up to ${perPerson} ${record}s`} of one person`;
  return most === "public"
    ? `${whose} replaced; number of ${record}s public`
    : `${whose} more, less or replaced; number of ${record}s protected, at most ${most}`;
}
