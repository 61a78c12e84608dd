import type { StoreApi } from "zustand/vanilla";
import type { StudyContract } from "../../core/release/contract.ts";
import { countText } from "../../core/numberFormats.ts";
import { isSchemaFile, schemaOfText } from "../../core/tables/schemaText.ts";
import type { TableSchema } from "../../core/tables/schema.ts";
import type { TableReading } from "../../core/tables/tableReading.ts";
import { failure } from "../../engine/outcome.ts";
import { ownData, type OwnTable } from "../scenario/ownData.ts";
import type { CommonScenario } from "../scenario/sharedFields.ts";
import type { Session } from "./session.ts";

const beginningLength = 2000;
const beginningBytes = 4 * beginningLength;
/** Parsed on the page within milliseconds. */
const longestSchema = 500_000;

/** Schemas that precede a file, from a link or from their own file. */
export interface GivenSchema {
  readonly reading: () => TableReading;
  /** If it did not fit a file, the next proposes its own. */
  readonly forget: () => void;
  /** For a pasted text, or a file by its name. */
  readonly mayBeSchema: (source: Blob | string, name: string) => boolean;
  /**
   * Takes a schema in place of a table.
   *
   * @param readWaiting rereads a file to be declared
   * @returns "none" for no schema, "refused" for a wrong one
   */
  readonly take: (
    source: Blob | string,
    name: string,
    readWaiting: (source: Blob | string, name: string, reading: TableReading) => Promise<unknown>,
  ) => Promise<"none" | "taken" | "refused">;
}

export function createGivenSchema<S extends CommonScenario, C extends StudyContract, M>(
  own: OwnTable,
  { getState, setState }: StoreApi<Session<S, C, M>>,
  scenario: () => S,
): GivenSchema {
  let unfit: string | undefined;

  const reading = (): TableReading => {
    const { given, table, pending } = own.getState();
    const { data, schema } = scenario();
    const isOfLink = data === ownData && !table && !pending && schema !== unfit;
    const known = given ?? (isOfLink ? schemaOfText(schema) : undefined);
    return known ? { schema: known } : {};
  };

  const forget = () => {
    const { fileFailure } = getState();
    if (!own.getState().given) unfit = scenario().schema;
    own.setState({ given: undefined });
    if (!fileFailure) return;
    const message = `${fileFailure.message} Nothing is drawn. Open the file once more to have it propose how it is read.`;
    setState({ fileFailure: { ...fileFailure, message } });
  };

  const take: GivenSchema["take"] = async (source, name, readWaiting) => {
    // Data files may have any length.
    const beginning = typeof source === "string" ? source : await source.slice(0, beginningBytes).text();
    if (!isSchemaFile(beginning.slice(0, beginningLength))) return "none";
    const length = typeof source === "string" ? source.length : source.size;
    const read =
      length > longestSchema
        ? { problem: `a schema file of more than ${countText(longestSchema)} characters` }
        : await readSchema(typeof source === "string" ? source : await source.text());
    if ("problem" in read) {
      setState({ fileFailure: failure("parameter", `${name}: ${read.problem}`).error });
      return "refused";
    }
    const { source: waiting, name: waitingName } = own.getState().pending ?? {};
    if (waiting === undefined) own.setState({ given: read });
    else await readWaiting(waiting, waitingName!, { schema: { ...read, from: "file" }, isProposal: true });
    return "taken";
  };

  return { reading, forget, mayBeSchema, take };
}

async function readSchema(text: string): Promise<TableSchema | { readonly problem: string }> {
  const reader = await import("../../core/tables/schemaFile.ts").catch(() => undefined);
  return reader?.readSchemaFile(text) ?? { problem: "what reads a schema could not be loaded; open it once more" };
}

function mayBeSchema(source: Blob | string, name: string): boolean {
  return typeof source === "string" ? isSchemaFile(source.slice(0, beginningLength)) : /\.json$/i.test(name);
}
