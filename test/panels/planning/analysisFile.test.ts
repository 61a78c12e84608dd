import { afterEach, expect, test } from "vitest";
import type { AnalysisPlan } from "../../../src/core/planning/analysisPlan.ts";
import { analysisIn, analysisPage } from "../../../src/panels/planning/analysisFile.ts";
import { declareStudies } from "../../../src/state/knownStudies.ts";

afterEach(() => declareStudies([]));

test("analysisIn(analysisPage(plan)) is the plan, and no text of a row becomes markup", () => {
  declareStudies(["density"]);
  const hostile = '</script><img src=x onerror="alert(1)">&amp;\u2028';
  const plan: AnalysisPlan = {
    budget: { epsilon: 2, delta: 1e-5 },
    rows: [
      {
        what: hostile,
        study: "density",
        link: `#/density?x=${hostile}`,
        target: hostile,
        needed: 1,
        law: "pure",
        share: 40,
      },
    ],
  };
  const page = analysisPage(plan);
  expect(analysisIn(page)).toEqual({ plan, missing: [] });
  expect(page).not.toContain("<img");
  expect(page.split("</script>")).toHaveLength(2);
  expect(page).toContain(
    "1 rows. Together the rows cost ε = 0.8 at δ = 0, of 2, if all costs are fixed in advance. The rest stays unspent.",
  );
});
