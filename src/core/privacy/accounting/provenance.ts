import { nullable, objectOf, oneOf, text, type Read } from "../../untrusted.ts";

/** Reads the origin of a release's parameter. */
export const readParameterOrigin = objectOf({
  parameter: text(200),
  /** Declared before the records were looked at; bought; or neither. */
  origin: oneOf("public", "bought", "chosen after looking"),
  /** The declaration's words; empty if there was none. */
  statement: text(),
  /** The ledger entry that paid for it. */
  ledgerEntry: nullable(text(200)),
});

export type ParameterOrigin = Read<typeof readParameterOrigin>;
