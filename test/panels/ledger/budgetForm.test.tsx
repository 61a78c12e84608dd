import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { BudgetForm } from "../../../src/panels/ledger/BudgetForm.tsx";
import { emptyLedger } from "../../../src/core/privacy/accounting/ledger.ts";

test("two budgets on a page have names of their own: of the study's data, and of its digits", () => {
  const form = {
    book: emptyLedger("0".repeat(64)),
    next: undefined,
    settled: true,
    focused: false,
    onCancel: undefined,
  };
  const named = [undefined, "these digits"].map((about) => {
    const markup = renderToStaticMarkup(
      <BudgetForm {...form} about={about} onDeclare={() => Promise.resolve(undefined)} />,
    );
    return /role="form" aria-label="([^"]+)"/.exec(markup)?.[1];
  });
  expect(named).toEqual(["Budget", "Budget of these digits"]);
});
