import { FunctionChoice } from "../../../panels/mechanisms/FunctionChoice.tsx";
import { suggestedDensities } from "../../../panels/mechanisms/candidates.ts";
import { requestOf } from "../model/request.ts";
import type { DensityProps } from "../model/view.ts";
import { Pieces } from "./Pieces.tsx";

export function Section(props: DensityProps) {
  const { shown, view, client, recordsId, current, spend } = props;
  if (!view) return null;
  const { seed: _, drawCount: __, ...parameters } = requestOf(shown);
  return (
    <FunctionChoice
      {...{ shown, client, spend, current, recordsId, parameters }}
      tasks={{
        terms: (records, asked, job) => client.run("choiceTerms", records, asked, job),
        choose: (records, asked, job) => client.run("choose", records, asked, job),
        odds: (records, asked) => client.run("choiceOdds", records, asked),
      }}
      kind="density"
      axes={view.axes}
      suggested={suggestedDensities(parameters.domain)}
      released={view.released}
      labels={[shown.x, "density"]}
      more="For a bandwidth out of a list see “Buy the bandwidth”."
      below={view.axes.length === 1 && <Pieces {...props} />}
    />
  );
}
