import { useStore } from "zustand";
import type { TableSchema } from "../../core/tables/schema.ts";
import type { TableOutline } from "../../core/records/outline.ts";
import type { TableReading } from "../../core/tables/tableReading.ts";
import { isGivenSchema, type OwnTable } from "../../state/scenario/ownData.ts";
import { largeWords, mayMissValues, missingWords } from "../data/missingValues.ts";
import { readingWords } from "../data/readingWords.ts";
import { saveFile } from "../shared/saveFile.ts";
import { ReadColumns } from "./ReadColumns.tsx";

interface ReadFieldsProps {
  readonly outline: TableOutline;
  readonly own: OwnTable;
  readonly conductor: { readonly readAgain: (reading: TableReading) => Promise<void> };
  readonly isAccepted: boolean;
  readonly onAccept: () => void;
  /** True if these data showed a proposal before. */
  readonly wasProposed: boolean;
  readonly canSave: boolean;
  readonly schemaText: (schema: TableSchema) => string;
}

export function ReadFields({
  outline,
  own,
  conductor,
  isAccepted,
  onAccept,
  schemaText,
  wasProposed,
  canSave,
}: ReadFieldsProps) {
  const file = useStore(own, (state) => state.pending ?? state);
  const { schema } = outline;
  return (
    <fieldset>
      <legend>1 · How the file is read</legend>
      {schema && (
        <>
          <p className="explanation">{readingWords(file.reading, schema, { wasProposed, isAccepted })}</p>
          <ReadColumns
            outline={outline}
            schema={schema}
            onSchema={(changed) => void conductor.readAgain({ schema: { ...changed, from: "file" }, isProposal: true })}
            onPropose={(said) => void conductor.readAgain({ ...dialectSaid(file.reading), ...said })}
          />
        </>
      )}
      {mayMissValues(outline) && <p className="explanation">{`${missingWords}${outline.large ? largeWords : ""}`}</p>}
      <div className="buttons">
        {!isAccepted && (
          <button type="button" className="primary" onClick={onAccept}>
            Read it so
          </button>
        )}
        {schema && (
          <button
            type="button"
            disabled={!canSave}
            onClick={() =>
              saveFile(
                `${file.name.replace(/\.[^.]*$/, "") || "table"}.schema.json`,
                "application/json",
                schemaText(schema),
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

function dialectSaid({ schema: _, isProposal: __, formats: ___, ...said }: TableReading): TableReading {
  return said;
}
