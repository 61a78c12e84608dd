import { mostRecordsLimits } from "../../../core/release/absentRecords.ts";
import { countText } from "../../../core/numberFormats.ts";
import { OptionalNumber } from "./OptionalNumber.tsx";

export interface MostRecordsProps {
  /** Plural: "records". */
  readonly records: string;
  readonly value: number | "public";
  /** Undefined outside. Private. */
  readonly held: number | undefined;
  readonly problem: string | undefined;
  /** Meaning of a declared N; division by N if absent. */
  readonly meaning?: string;
  readonly onChange: (value: number | "public") => void;
}

/** A public number of records, or a protected one with a largest N. */
export function MostRecordsBox({ records, held, meaning, ...props }: MostRecordsProps) {
  const { value, problem } = props;
  const surplus = value !== "public" && held !== undefined && held > value ? held - value : 0;
  return (
    <OptionalNumber
      label={`Most ${records}`}
      name={`Largest number of ${records}`}
      placeholder="none: n is public"
      none="public"
      {...mostRecordsLimits}
      integer
      expected={`Expected a whole number from ${mostRecordsLimits.min} to ${countText(mostRecordsLimits.max)}, or nothing.`}
      {...props}
      problem={surplus === 0 ? problem : surplusWords(records, surplus, value as number)}
    >
      {value === "public"
        ? `How many ${records} there are is public. With a largest number N, declared without counting them, that is protected too: neighbours then have one more, one less, or another one.`
        : (meaning ??
          `Neighbours have one more, one less, or another one. All is divided by N; the share of absent ${records} is released beside it, at no cost.`)}
    </OptionalNumber>
  );
}

function surplusWords(records: string, surplus: number, most: number): string {
  return `There are ${countText(surplus)} more ${records} than N = ${countText(most)}: so many do not count, chosen by a fixed rule on their values. Nothing that leaves says so. An N that is raised now was chosen after looking.`;
}
