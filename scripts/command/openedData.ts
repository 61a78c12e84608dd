import type { StudyContract } from "../../src/core/release/contract.ts";
import { declaredSchemaText } from "../../src/core/tables/declaredSchema.ts";
import { readSchemaFile } from "../../src/core/tables/schemaFile.ts";
import { originOfSchema } from "../../src/core/tables/schemaText.ts";
import type { OpenTable, RecordsId, StudyClient } from "../../src/engine/contract.ts";
import type { CommonFacts, StudyDefinition } from "../../src/panels/study/study.ts";
import type { LinkCodec } from "../../src/state/scenario/linkCodec.ts";
import { ownData } from "../../src/state/scenario/ownData.ts";
import type { CommonScenario } from "../../src/state/scenario/sharedFields.ts";
import { createWorkerService } from "../../workers/service.ts";
import { Refused, valueOf } from "./refused.ts";

/** Data of a study as the page holds them, with the worker that computes on them. Private but for table and scenario. */
export interface OpenedData<S, C extends StudyContract> {
  readonly scenario: S;
  readonly table: OpenTable;
  readonly records: C["records"];
  readonly id: RecordsId;
  readonly client: StudyClient<C>;
  readonly keysOf: () => ReturnType<ReturnType<typeof createWorkerService>["keysOf"]>;
}

const silent = () => undefined;

/** Scenario of a link, which must be whole: a page falls back where a script must not guess. @throws {Refused} */
export function scenarioOf<S>({ links }: { readonly links: LinkCodec<S> }, link: string): S {
  const { values, problems } = links.decode(link);
  const page = problems.map(({ sentence }) => sentence).join(" ");
  if (page !== "")
    throw new Refused(`A command guesses nothing, so this link is refused. The page says of it: ${page}`);
  return values;
}

/**
 * Opens a table by a declared schema and takes the records that a link names.
 *
 * @throws {Refused} if the link is not whole, or names another schema or other columns; if the table cannot be read
 */
export async function openedData<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T>(
  { id: study, links, session }: StudyDefinition<S, C, M, F, I, T>,
  {
    link,
    schema,
    content,
  }: { readonly link: string; readonly schema: string; readonly content: Uint8Array<ArrayBuffer> },
): Promise<OpenedData<S, C>> {
  const given = scenarioOf({ links }, link);
  if (given.data !== ownData)
    throw new Refused(
      `The link shows the example "${given.data}". A command releases a file of your own: data=${ownData}.`,
    );
  const read = readSchemaFile(schema);
  if ("problem" in read) throw new Refused(`The schema cannot be used: ${read.problem}.`);
  const from = originOfSchema(given.schema) ?? read.from;
  const service = createWorkerService();
  const reading = { schema: { ...read, from } };
  const outline = valueOf(await service.openTable(1, 1, { file: new Blob([content]), reading }, silent));
  const table = { id: 1, outline } as OpenTable;
  const now = { ...given, seed: "secure" as const, view: "outside" as const };
  if (!session.fits(outline, now)) throw new Refused("The table does not have the columns that the link names.");
  const choice = session.choiceOf(now, outline);
  if (choice === undefined) throw new Refused("The link does not say which columns are used.");
  const text = declaredSchemaText(outline.schema!, choice, session.classesOf?.(now) ?? "");
  if (given.schema !== "" && given.schema !== text)
    throw new Refused("The schema file is not the one that the link names. Save it from the page once more.");
  const records = valueOf(await service.recordsFrom(2, { study, table: 1, choice }, silent, silent)) as C["records"];
  await service.hold(2, study, records);
  let job = 2;
  const run = (name: string, _: unknown, parameters: unknown) =>
    service.run(++job, { records: 2, name, parameters }, silent, []);
  return {
    scenario: { ...now, schema: text },
    ...{ table, records, id: 2 as RecordsId },
    client: { run } as unknown as StudyClient<C>,
    keysOf: () => service.keysOf(++job, 1, false),
  };
}
