import { membersOf, objectWith, parseUntrustedJson, refuse, text } from "../../untrusted.ts";
import { claimedDelta } from "../calibration/claim.ts";
import { ledgerFields, ledgerSchema } from "./ledger.ts";
import type { Ledger } from "./ledger.ts";

const privateNote =
  "PRIVATE DATA: do not pass it on. Whoever knows all rows but one can try the last one against dataHash.";

const readLedgerFile = objectWith(ledgerFields, {
  /** First words of the file, for whoever opens it. */
  note: text(1000),
});

/** Text of a ledger file, which opens with the note that it is private. */
export function ledgerText(ledger: Ledger): string {
  return `${JSON.stringify({ note: privateNote, ...ledger }, null, 1)}\n`;
}

/**
 * Ledger from an untrusted text.
 *
 * @throws {ParameterError} with a sentence that names the place; nothing else is ever thrown
 */
export function parseLedger(source: unknown): Ledger {
  return checkedLedger(parseUntrustedJson(source, "The ledger"));
}

/**
 * Ledger from an untrusted value, such as one stored by another version.
 *
 * @throws {ParameterError} with a sentence that names the place; nothing else is ever thrown
 */
export function checkedLedger(value: unknown): Ledger {
  const schema = membersOf(value, "").get("schema");
  if (schema !== ledgerSchema)
    return refuse(schema ?? "nothing", "schema", `"${ledgerSchema}", which this version reads`);
  const { note: _, ...ledger } = readLedgerFile(value, "");
  checkDistinct("budgets", ledger.budgets);
  checkDistinct("entries", ledger.entries);
  ledger.budgets.forEach(({ epsilon, delta, mu, failure, paidDelta }, i) => {
    const proved = claimedDelta({ epsilon, mu, failure }) + paidDelta;
    if (!(proved <= delta * (1 + 1e-9))) refuse(delta, `budgets[${i}].delta`, `at least ${proved}, which its mu needs`);
  });
  return ledger;
}

function checkDistinct(place: string, list: readonly { readonly id: string }[]): void {
  const seen = new Set<string>();
  list.forEach(({ id }, i) => {
    if (seen.has(id)) refuse(id, `${place}[${i}].id`, "of no other one");
    seen.add(id);
  });
}

/** JSON Schema of ledger files, for `public/schema`. It lacks the checks of the budgets' claims and of distinct ids. */
export function ledgerJsonSchema(): string {
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "What was released of one data set, and at which cost, curveil-ledger/1",
    ...readLedgerFile.schema,
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}
