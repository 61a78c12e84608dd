import { countText, numberText } from "../../core/numberFormats.ts";
import { analysisText, analysisTotal, parsedAnalysis, type AnalysisPlan } from "../../core/planning/analysisPlan.ts";
import { knownStudies } from "../../state/knownStudies.ts";

const begin = '<script type="application/json" id="plan">';

export const assumptions = [
  "A plan costs nothing: it is made of declared numbers, not of records.",
  "All rows are about the same people, and one of them may be replaced. The number of people is public.",
  "Shares are of the budget’s μ² in Gaussian differential privacy; of its ε if all rows are pure. The sum in the ledger holds also where a later row is chosen after looking at an earlier release.",
  "What a target needs comes from the plan of its study, with the exact calibration, for what was declared there.",
] as const;

/** A page to print, read by `analysisIn`. */
export function analysisPage(plan: AnalysisPlan): string {
  const { rows, shareSum, epsilon, epsilonIfFixedInAdvance } = analysisTotal(plan);
  const cells = (row: readonly string[]) => row.map((cell) => `<td>${escaped(cell)}</td>`).join("");
  const lines = plan.rows.map(({ what, study, target, needed, share }, j) =>
    cells([what, study, target, numberText(needed), `${numberText(share)} %`, numberText(rows[j]!.epsilon)]),
  );
  const total = `${countText(plan.rows.length)} rows, ${numberText(shareSum)} %: together ε = ${numberText(epsilon)} at δ = ${numberText(plan.budget.delta)}, of ${numberText(plan.budget.epsilon)}; ε = ${numberText(epsilonIfFixedInAdvance)} if all are fixed in advance.`;
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Budget of an analysis</title>
<style>body{font:16px system-ui;max-width:60rem;margin:2rem auto}td,th{text-align:left;padding:.3rem .8rem .3rem 0;vertical-align:top}</style>
<h1>Budget of an analysis</h1>
<table><tr>${["What", "Study", "Target", "Needs ε", "Share", "Gets ε"].map((name) => `<th>${name}</th>`).join("")}</tr>
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
