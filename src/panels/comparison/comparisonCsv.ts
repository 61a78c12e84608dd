import { csvText } from "../../core/release/file/csv.ts";
import type { Compared, Mechanism } from "./verdict.ts";

export interface MeasuredAgainst {
  readonly words: string;
  /** True if function and records are public. */
  readonly isPublic: boolean;
}

export const againstOriginal: MeasuredAgainst = { words: "the original", isPublic: false };

/** Private, unless the reference of errors is public. */
export function comparisonCsv(
  { what, against = againstOriginal }: { readonly what: string; readonly against?: MeasuredAgainst | undefined },
  mechanisms: readonly Mechanism[],
  columns: readonly Compared[],
  delta: number,
): string {
  const rows = columns.flatMap(({ mechanism, law, recordCount, errors }) =>
    errors.map((entry) => ({
      ...entry,
      recordCount,
      delta: law === "laplace" ? 0 : delta,
      mechanism: mechanisms.findIndex(({ id }) => id === mechanism) + 1,
    })),
  );
  const decides = rows.some(({ disagreement }) => disagreement !== undefined);
  return csvText({
    comments: [
      `Curveil ${what}; errors of mechanisms measured against ${against.words}${against.isPublic ? "" : "; PRIVATE DATA: do not pass it on"}`,
      ...mechanisms.map(({ label }, i) => `mechanism ${i + 1} = ${label}`),
    ],
    columns: [
      { name: "mechanism", at: (row) => rows[row]!.mechanism },
      { name: "records", at: (row) => rows[row]!.recordCount },
      { name: "epsilon", at: (row) => rows[row]!.epsilon },
      { name: "delta", at: (row) => rows[row]!.delta },
      { name: "largest error, mean", at: (row) => rows[row]!.supremum.mean },
      { name: "largest error, standard error", at: (row) => rows[row]!.supremum.standardError },
      { name: "largest error, tenth", at: (row) => rows[row]!.supremum.tenth },
      { name: "largest error, ninetieth", at: (row) => rows[row]!.supremum.ninetieth },
      { name: "mean error, mean", at: (row) => rows[row]!.average.mean },
      { name: "mean error, standard error", at: (row) => rows[row]!.average.standardError },
      ...(decides
        ? [
            { name: "share decided otherwise, mean", at: (row: number) => rows[row]!.disagreement?.mean ?? NaN },
            {
              name: "share decided otherwise, standard error",
              at: (row: number) => rows[row]!.disagreement?.standardError ?? NaN,
            },
          ]
        : []),
    ],
    rowCount: rows.length,
  });
}
