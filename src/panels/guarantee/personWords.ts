import { countText } from "../../core/numberFormats.ts";
import type { OwnColumns } from "../../state/scenario/sharedFields.ts";

export function protectedWords(
  { person, perPerson }: Pick<OwnColumns, "person" | "perPerson">,
  record: string,
): { readonly knows: string; readonly neighbours: string } {
  if (person === "") {
    return {
      knows: "all records but one",
      neighbours: `Neighbours differ by the replacement of one record${record}. If a person owns several rows, the promise is for each row, not for the person.`,
    };
  }
  const rows = perPerson === 1 ? "the one row" : `all ${countText(perPerson)} rows`;
  return {
    knows: "all records but those of one person",
    neighbours: `Neighbours differ by the replacement of ${rows} that one person may have, as ${person} says whose they are, by as many. Of each person the first ones are kept, up to the declared bound; how many are kept in all is public. Δ is ${perPerson === 1 ? "that of one record" : `${countText(perPerson)} times that of one record`}.`,
  };
}

export function neighbourLine(
  { person, perPerson }: Pick<OwnColumns, "person" | "perPerson">,
  record: "record" | "curve" = "record",
): string {
  const whose =
    person === ""
      ? `one ${record}`
      : `${perPerson === 1 ? `the ${record}` : `up to ${perPerson} ${record}s`} of one person`;
  return `${whose} replaced; number of ${record}s public`;
}
