import { FunctionChoice } from "../../../panels/mechanisms/FunctionChoice.tsx";
import { suggestedFunctions } from "../../../panels/mechanisms/candidates.ts";
import { centreAt } from "../../../core/release/postMap.ts";
import { requestOf } from "../model/request.ts";
import type { MeanCurveProps } from "../model/view.ts";

export function Section({ shown, view, client, recordsId, current, spend }: MeanCurveProps) {
  if (!view) return null;
  const { seed: _, drawCount: __, ...parameters } = requestOf(shown);
  const { domain, centre, normBound } = parameters;
  const middle = centre ? centreAt(centre, [domain[0] / 2 + domain[1] / 2])[0]! : 0;
  return (
    <FunctionChoice
      {...{ shown, client, spend, current, recordsId, parameters }}
      tasks={{
        terms: (records, asked, job) => client.run("choiceTerms", records, asked, job),
        choose: (records, asked, job) => client.run("choose", records, asked, job),
        odds: (records, asked) => client.run("choiceOdds", records, asked),
      }}
      kind="function"
      axes={view.axes}
      suggested={suggestedFunctions([domain], [middle - normBound / 2, middle + normBound / 2])}
      released={view.released}
      labels={[shown.time, shown.value]}
      more="Here x is the place along the curve. Squared differences are averaged over the curve, and s is 2τ/n for each curve of a person."
    />
  );
}
