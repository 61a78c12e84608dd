import { appendFileSync } from "node:fs";
import { expect } from "vitest";

/** What an audit has found. */
export interface Audited {
  /** "ε" or "μ". */
  readonly of: "ε" | "μ";
  readonly claim: number;
  /** What the audited neighbours lose by their exact law, if less than the claim: no attack on them finds more. */
  readonly exact?: number;
  /** A lower bound on what is lost, wrong with the stated probability. */
  readonly found: number;
  /** The same with less noise than claimed: half of it, or twice the ε where nothing else is drawn. */
  readonly weakened?: number;
}

/** Writes a row of the table that `npm run audit` prints; the name is that of the test. Nothing without such a table. */
export function auditRow({ of, claim, exact = claim, found, weakened }: Audited): void {
  const file = process.env["AUDIT_TABLE"];
  if (file === undefined) return;
  const { testPath = "", currentTestName = "" } = expect.getState();
  const name = `${testPath.split("/").at(-1)?.replace(".test.ts", "")}: ${currentTestName}`;
  const cells = [of, claim, exact, found, found / claim, found / exact, weakened ?? NaN].map((cell) =>
    typeof cell === "number" ? (Number.isNaN(cell) ? "–" : cell.toFixed(3)) : cell,
  );
  appendFileSync(file, `${[name, ...cells].join("\t")}\n`);
}
