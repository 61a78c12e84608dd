import { FunctionChoice } from "../../../panels/mechanisms/FunctionChoice.tsx";
import { suggestedFunctions } from "../../../panels/mechanisms/candidates.ts";
import { drawnDomain } from "../../../core/release/heldBox.ts";
import { requestOf } from "../model/request.ts";
import type { BoundaryProps } from "../model/view.ts";

export function Section({ shown, view, client, recordsId, current, spend }: BoundaryProps) {
  if (!view) return null;
  const { seed: _, drawCount: __, ...parameters } = requestOf(shown);
  const isPlane = shown.task === "classification";
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
      suggested={suggestedFunctions(drawnDomain(parameters), parameters.responseRange ?? [-1, 1])}
      released={view.released}
      labels={[shown.x, shown.response]}
      more={
        isPlane
          ? `Here x is ${shown.x}, y is ${shown.y}, and a function is above 0 where it decides for the second class. Over the domain the squared differences are averaged.`
          : `Here x is ${shown.x}. Over the domain the squared differences are averaged.`
      }
    />
  );
}
