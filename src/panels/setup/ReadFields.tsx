import { useStore } from "zustand";
import { schemaFileText } from "../../core/tables/schemaFile.ts";
import type { TableOutline } from "../../core/records/outline.ts";
import type { TableReading } from "../../core/tables/tableReading.ts";
import { isGivenSchema } from "../../state/scenario/ownData.ts";
import type { OwnTable } from "../../state/scenario/ownData.ts";
import { mayMissValues, missingWords } from "../data/missingValues.ts";
import { readingWords } from "../data/readingWords.ts";
import { saveFile } from "../shared/saveFile.ts";
import { ReadColumns } from "./ReadColumns.tsx";

interface ReadFieldsProps {
  readonly outline: TableOutline;
  readonly own: OwnTable;
  readonly conductor: { readonly readAgain: (reading: TableReading) => Promise<void> };
  /** Whether it was declared that the file is read so. */
  readonly isAccepted: boolean;
  readonly onAccept: () => void;
  /** The column of classes; "" for none. */
  readonly classes: string;
}

/** How the file is read: what it proposes, or what was given before, and the word that makes it public. */
export function ReadFields({ outline, own, conductor, isAccepted, onAccept, classes }: ReadFieldsProps) {
  const file = useStore(own, (state) => state.pending ?? state);
  const { schema } = outline;
  return (
    <fieldset>
      <legend>1 · How the file is read</legend>
      {schema && (
        <>
          <p className="explanation">{readingWords(file.reading, schema)}</p>
          <ReadColumns
            outline={outline}
            schema={schema}
            onSchema={(changed) => void conductor.readAgain({ schema: { ...changed, from: "file" }, isProposal: true })}
            onPropose={(said) => void conductor.readAgain({ ...dialectSaid(file.reading), ...said })}
          />
        </>
      )}
      {outline.notices.length > 0 && <p className="explanation">{outline.notices.join(" ")}</p>}
      {mayMissValues(outline) && <p className="explanation">{missingWords}</p>}
      <div className="buttons">
        {!isAccepted && (
          <button type="button" className="primary" onClick={onAccept}>
            Read it so
          </button>
        )}
        {schema && (
          <button
            type="button"
            onClick={() =>
              saveFile(
                `${file.name.replace(/\.[^.]*$/, "") || "table"}.schema.json`,
                "application/json",
                schemaFileText(schema, classes),
              )
            }
          >
            Save as a schema
          </button>
        )}
        {isGivenSchema(file) && (
          <button type="button" onClick={() => void conductor.readAgain({})}>
            Let the file propose it
          </button>
        )}
      </div>
    </fieldset>
  );
}

/** What was said of how the file is written, for another proposal. */
function dialectSaid({ header, delimiter, decimal }: TableReading): TableReading {
  return {
    ...(header !== undefined && { header }),
    ...(delimiter !== undefined && { delimiter }),
    ...(decimal !== undefined && { decimal }),
  };
}
