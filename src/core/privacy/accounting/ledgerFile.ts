import { membersOf, objectWith, oneOf, parseUntrustedJson, refuse, text } from "../../untrusted.ts";
import { addedFailure } from "../calibration/claim.ts";
import { composedDelta } from "./composition.ts";
import { commonFields, emptyLedger, ledgerFields, ledgerSchema, readLedger, type Ledger } from "./ledger.ts";
import { unitedTables } from "./ledgerTables.ts";

const privateNote =
  "PRIVATE DATA: do not pass it on. Whoever knows all rows but one can try the last one against dataHash.";

const note = { note: text(1000) };
const firstSchema = "curveil-ledger/1";
const secondSchema = "curveil-ledger/2";
/** The second version has no pure part of a budget. */
const readLedgerFile = objectWith({ ...ledgerFields, schema: oneOf(ledgerSchema, secondSchema) }, note);
const readFirstFile = objectWith({ schema: oneOf(firstSchema), ...commonFields }, note);

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
  ledger.budgets.forEach(({ epsilon, delta, mu, failure, paidDelta, pureEpsilon = 0 }, i) => {
    const joint = composedDelta({ epsilon, mu, pureEpsilons: [pureEpsilon] });
    const proved = joint + addedFailure({ epsilon, failure }) + paidDelta;
    if (!(proved <= delta * (1 + 1e-9))) refuse(delta, `budgets[${i}].delta`, `at least ${proved}, which its mu needs`);
  });
  return ledger;
}

function ledgerIn(value: unknown): Ledger {
  const schema = membersOf(value, "").get("schema");
  if (schema === firstSchema) {
    const { note: _, ...former } = readFirstFile(value, "");
    // Without a record of what was seen, what was released was.
    const [table] = emptyLedger(former.dataHash).tables;
    return { ...former, schema: ledgerSchema, tables: [{ ...table!, seen: former.entries.length > 0 }] };
  }
  if (schema !== ledgerSchema && schema !== secondSchema) {
    const known = [ledgerSchema, secondSchema, firstSchema].map((name) => `"${name}"`).join(", ");
    return refuse(schema ?? "nothing", "schema", `one of ${known}, which this version reads`);
  }
  const { note: _, ...ledger } = readLedgerFile(value, "");
  const tables = unitedTables(ledger.tables, emptyLedger(ledger.dataHash).tables);
  return readLedger({ ...ledger, schema: ledgerSchema, tables }, "");
}

function checkDistinct(place: string, list: readonly { readonly id: string }[]): void {
  const seen = new Set<string>();
  list.forEach(({ id }, i) => {
    if (seen.has(id)) refuse(id, `${place}[${i}].id`, "of no other one");
    seen.add(id);
  });
}

/** JSON Schema of ledger files, for `public/schema`, without the checks of claims and of distinct ids. */
export function ledgerJsonSchema(): string {
  const written = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: `What was released of one data set, at which cost, and what was seen of it, ${ledgerSchema}`,
    ...readLedgerFile.schema,
  };
  return `${JSON.stringify(written, null, 2)}\n`;
}
