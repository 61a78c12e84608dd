import { columnBuilder, tellsRowsApart } from "./columnBuilder.ts";
import { formatOf, habitsOf, noEvidence, numberFormatOf, weigh } from "./cells/columnFormat.ts";
import { daysOfDate } from "./cells/instant.ts";
import type { Column } from "./table.ts";

/** A growing column of typed cells, as of Parquet or Arrow. */
interface TypedColumnBuilder {
  /** Takes numbers, big integers, dates, truth values, texts; anything else is missing. */
  add(cells: ArrayLike<unknown>): void;
  finish(): Column;
}

const cellsWeighed = 1000;

/**
 * Column from typed cells. Dates become days since 1970, integers doubles. Texts are read as those of a text file.
 *
 * @param type as said by the file
 */
export function typedColumn(name: string, rowCount: number, type?: "category"): TypedColumnBuilder {
  const values = new Float64Array(rowCount).fill(NaN);
  let length = 0;
  let dated = 0;
  let whole = true;
  let texts: string[] | undefined;
  let builder: ReturnType<typeof columnBuilder> | undefined;

  const startTexts = () => {
    const evidence = noEvidence();
    for (const text of texts!.slice(0, cellsWeighed)) weigh(evidence, text.trim());
    const habits = habitsOf([evidence], ",");
    builder = columnBuilder((type ? numberFormatOf : formatOf)(evidence, habits), type);
    texts!.forEach((text, i) => builder!.add(text, i + 1));
    texts = undefined;
  };
  const addText = (text: string) => {
    if (builder) {
      builder.add(text, length + 1);
    } else {
      texts ??= Array.from({ length }, (_, i) => (Number.isNaN(values[i]!) ? "" : String(values[i]!)));
      texts.push(text);
      if (texts.length >= cellsWeighed) startTexts();
    }
  };

  return {
    add: (cells) => {
      for (let i = 0; i < cells.length && length < rowCount; i++) {
        const cell = cells[i];
        const isText = typeof cell === "string" || typeof cell === "boolean";
        if (isText || texts || builder) addText(isText || typeof cell === "number" ? String(cell) : "");
        else {
          const value =
            typeof cell === "number" || typeof cell === "bigint"
              ? Number(cell)
              : cell instanceof Date
                ? daysOfDate(cell)
                : NaN;
          if (cell instanceof Date) dated++;
          if (Number.isFinite(value)) {
            if (!Number.isInteger(value)) whole = false;
            values[length] = value;
          }
        }
        length++;
      }
    },
    finish: () => {
      if (texts) startTexts();
      if (builder) return builder.finish(name);
      const missingCount = values.reduce((count, value) => count + (Number.isNaN(value) ? 1 : 0), 0);
      const isId = missingCount < length && tellsRowsApart(name, values);
      return {
        name,
        values,
        missingCount,
        reading: {
          format: dated > 0 ? { type: "date", order: "dayFirst" } : { type: "number", decimal: ".", unit: "" },
          kind: type ?? (dated > 0 ? "date" : !whole ? "number" : isId ? "id" : "integer"),
          unread: { count: 0, examples: [] },
        },
      };
    },
  };
}
