import { nullable, objectOf, oneOf, text } from "../../untrusted.ts";
import type { Read } from "../../untrusted.ts";

/** Reads where a parameter of a release came from. */
export const readParameterOrigin = objectOf({
  parameter: text(200),
  /** Declared before the records were looked at; bought with a release of its own; or neither. */
  origin: oneOf("public", "bought", "chosen after looking"),
  /** The declaration that was made, in its words; empty if none was. */
  statement: text(),
  /** The ledger entry that paid for it. */
  ledgerEntry: nullable(text(200)),
});

/** Where the value of one parameter comes from. */
export type ParameterOrigin = Read<typeof readParameterOrigin>;
