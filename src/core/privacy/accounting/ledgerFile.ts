import { membersOf, objectWith, oneOf, parseUntrustedJson, refuse, text } from "../../untrusted.ts";
import { claimedDelta } from "../calibration/claim.ts";
import { commonFields, emptyLedger, ledgerFields, ledgerSchema, readLedger, type Ledger } from "./ledger.ts";
import { unitedTables } from "./ledgerTables.ts";

const privateNote =
  "PRIVATE DATA: do not pass it on. Whoever knows all rows but one can try the last one against dataHash.";

const formerSchema = "curveil-ledger/1";
const note = { note: text(1000) };
const readLedgerFile = objectWith(ledgerFields, note);
const readFormerFile = objectWith({ schema: oneOf(formerSchema), ...commonFields }, note);

/** Ledger as text for a file. */
export function ledgerText(ledger: Ledger): string {
  return `${JSON.stringify({ note: privateNote, ...ledger }, null, 1)}\n`;
}

/** Ledger from an untrusted text. @throws {ParameterError} that names the place, and nothing else */
export function parseLedger(source: unknown): Ledger {
  return checkedLedger(parseUntrustedJson(source, "The ledger"));
}

/** Ledger from an untrusted value. @throws {ParameterError} that names the place, and nothing else */
export function checkedLedger(value: unknown): Ledger {
  const ledger = ledgerIn(value);
  checkDistinct("budgets", ledger.budgets);
  checkDistinct("entries", ledger.entries);
  ledger.budgets.forEach(({ epsilon, delta, mu, failure, paidDelta }, i) => {
    const proved = claimedDelta({ epsilon, mu, failure }) + paidDelta;
    if (!(proved <= delta * (1 + 1e-9))) refuse(delta, `budgets[${i}].delta`, `at least ${proved}, which its mu needs`);
  });
  return ledger;
}

function ledgerIn(value: unknown): Ledger {
  const schema = membersOf(value, "").get("schema");
  if (schema === formerSchema) {
    const { note: _, schema: __, ...former } = readFormerFile(value, "");
    // Without a record of what was seen, any released table counts as seen.
    const [table] = emptyLedger(former.dataHash).tables;
    return { schema: ledgerSchema, ...former, tables: [{ ...table!, seen: former.entries.length > 0 }] };
  }
  if (schema !== ledgerSchema)
    return refuse(schema ?? "nothing", "schema", `"${ledgerSchema}" or "${formerSchema}", which this version reads`);
  const { note: _, ...ledger } = readLedgerFile(value, "");
  return readLedger({ ...ledger, tables: unitedTables(ledger.tables, emptyLedger(ledger.dataHash).tables) }, "");
}

function checkDistinct(place: string, list: readonly { readonly id: string }[]): void {
  const seen = new Set<string>();
  list.forEach(({ id }, i) => {
    if (seen.has(id)) refuse(id, `${place}[${i}].id`, "of no other one");
    seen.add(id);
  });
}

/** JSON Schema of ledger files, for `public/schema`. */
export function ledgerJsonSchema(schema: typeof ledgerSchema | typeof formerSchema): string {
  const isFormer = schema === formerSchema;
  const written = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: `What was released of one data set, ${isFormer ? "and at which cost" : "at which cost, and what was seen of it"}, ${schema}`,
    ...(isFormer ? readFormerFile : readLedgerFile).schema,
  };
  return `${JSON.stringify(written, null, 2)}\n`;
}
