import { schemaFileText } from "../../core/tables/schemaFile.ts";
import { schemaOfText } from "../../core/tables/schemaText.ts";
import { saveFile } from "../shared/saveFile.ts";
import "../shared/wrappedText.css";
import { commandText } from "./commandText.ts";

interface SameAsCommandProps {
  readonly link: string;
  /** As in a scenario. */
  readonly schema: string;
}

/** With the schema file that it reads. */
export function SameAsCommand({ link, schema }: SameAsCommandProps) {
  const read = schemaOfText(schema);
  // Only declared classes have levels in a scenario.
  const classes = read?.columns.find(({ levels }) => levels !== undefined)?.name;
  return (
    <>
      <pre className="wrapped-text">
        <code>{commandText(link)}</code>
      </pre>
      {read ? (
        <button
          type="button"
          onClick={() => saveFile("schema.json", "application/json", schemaFileText(read, classes))}
        >
          Schema of this file (JSON)
        </button>
      ) : (
        <p className="explanation">The schema is too long for a link: save it where the file is declared.</p>
      )}
      <p className="explanation">
        It reads the same link by the same rules, and writes the same archive. The ledger is the file that “Ledger”
        saves; without one, --budget begins it. Draws count in the ledger that they were entered in: use one of the two,
        or join them.
      </p>
    </>
  );
}
