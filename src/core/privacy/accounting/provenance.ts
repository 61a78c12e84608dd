import { nullable, objectOf, oneOf, text, type Read } from "../../untrusted.ts";

export const readParameterOrigin = objectOf({
  parameter: text(200),
  origin: oneOf("public", "bought", "chosen after looking"),
  statement: text(),
  /** The ledger entry that paid for it. */
  ledgerEntry: nullable(text(200)),
});

export type ParameterOrigin = Read<typeof readParameterOrigin>;
