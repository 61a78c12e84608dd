import { countText, numberText } from "../../core/numberFormats.ts";
import {
  analysisText,
  analysisTotal,
  leastBudget,
  parsedAnalysis,
  type AnalysisPlan,
} from "../../core/planning/analysisPlan.ts";
import { knownStudies } from "../../state/knownStudies.ts";

const begin = '<script type="application/json" id="plan">';

export const assumptions = [
  "A plan costs nothing: it is made of declared numbers, not of records.",
  "All rows are about the same people, and one of them may be replaced. The number of people is public.",
  "A Gaussian row’s share is of the budget’s μ² in Gaussian differential privacy, a pure row’s of its ε. The total is their exact composition.",
  "The total holds if all costs are fixed before the first release. A later row may depend on earlier results, its cost may not.",
  "The best split gives all rows without a kept share the same part, in μ or pure ε, of what their targets need.",
  "What a target needs comes from the plan of its study, with the exact calibration, for what was declared there.",
] as const;

export const laws = { gaussian: "Gaussian", pure: "pure" } as const;

export function totalText(plan: AnalysisPlan): string {
  const { delta, epsilon, declared } = analysisTotal(plan);
  const { budget } = plan;
  const over =
    epsilon > budget.epsilon * (1 + 1e-9)
      ? "This is more than there is."
      : epsilon < budget.epsilon * (1 - 1e-6)
        ? "The rest stays unspent."
        : "";
  const ledger = `A ledger with ε = ${numberText(declared.epsilon)}${declared.pureEpsilon > 0 ? `, ${numberText(declared.pureEpsilon)} of it for pure releases,` : ""} admits them, also with costs that follow from earlier results.`;
  return `Together the rows cost ε = ${numberText(epsilon)} at δ = ${numberText(delta)}, of ${numberText(budget.epsilon)}, if all costs are fixed in advance. ${over} ${ledger} All targets together need ε = ${numberText(leastBudget(plan))}.`.replace(
    "  ",
    " ",
  );
}

/** A page to print, read by `analysisIn`. */
export function analysisPage(plan: AnalysisPlan): string {
  const { rows } = analysisTotal(plan);
  const cells = (row: readonly string[]) => row.map((cell) => `<td>${escaped(cell)}</td>`).join("");
  const lines = plan.rows.map(({ what, study, target, needed, law, share, kept }, j) =>
    cells([
      ...[what, study, laws[law], target, numberText(needed), `${numberText(share)} %${kept ? ", kept" : ""}`],
      numberText(rows[j]!.epsilon),
    ]),
  );
  const total = `${countText(plan.rows.length)} rows. ${totalText(plan)}`;
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Budget of an analysis</title>
<style>body{font:16px system-ui;max-width:60rem;margin:2rem auto}td,th{text-align:left;padding:.3rem .8rem .3rem 0;vertical-align:top}</style>
<h1>Budget of an analysis</h1>
<table><tr>${["What", "Study", "Noise", "Target", "Needs ε", "Share", "Gets ε"].map((name) => `<th>${name}</th>`).join("")}</tr>
${lines.map((line) => `<tr>${line}</tr>`).join("\n")}
</table>
<p>${escaped(total)}</p>
<h2>Assumptions</h2>
<ul>${assumptions.map((line) => `<li>${escaped(line)}</li>`).join("")}</ul>
${begin}${analysisText(plan).replaceAll("<", "\\u003c")}</script>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** The plan in a page of `analysisPage`, or its JSON. @throws {ParameterError} */
export function analysisIn(page: string): ReturnType<typeof parsedAnalysis> {
  const at = page.indexOf(begin);
  const from = at < 0 ? 0 : at + begin.length;
  const end = at < 0 ? page.length : page.indexOf("</script>", from);
  return parsedAnalysis(page.slice(from, end), knownStudies());
}
