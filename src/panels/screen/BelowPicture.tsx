import type { StudyContract } from "../../core/release/contract.ts";
import type { StudyView } from "../../state/presented/presented.ts";
import { coordinatesOf } from "../../state/presented/releaseView.ts";
import type { CommonScenario } from "../../state/scenario/sharedFields.ts";
import { oneOf } from "../controls/words.ts";
import { WhatFollows } from "../postProcessing/WhatFollows.tsx";
import { StudySections } from "../shared/StudySections.tsx";
import type { CommonFacts, Follows, PartProps, StudyDefinition } from "../study/study.ts";

/** Answers from the released curve, and the sections of the study. */
export function BelowPicture<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T>({
  definition: { table, what, screen },
  props,
}: {
  readonly definition: StudyDefinition<S, C, M, F, I, T>;
  readonly props: PartProps<S, C, F, I, T>;
}) {
  const { shown, view } = props;
  const { follows, Below, sections } = screen;
  if (!view) return null;
  const followed = typeof follows === "function" ? follows(props) : follows;
  return (
    <>
      {followed !== "nothing" && (
        <Followed of={view} names={table(shown, view).names} what={what(shown)} {...followed} />
      )}
      {Below && <Below {...props} />}
      {sections && <StudySections sections={sections} inside={shown.view === "inside"} props={props} />}
    </>
  );
}

/** Previews are not exported on another grid. */
function Followed<F extends CommonFacts, I>({
  of: { axes, released, original, simultaneous, shapes, sigma, jitter = 0, postMap },
  names,
  what,
  held,
  formOf,
  ...rest
}: { readonly of: StudyView<F, I>; readonly names: readonly string[]; readonly what: string } & Follows) {
  const band = { halfWidth: simultaneous, shape: shapes?.simultaneous };
  const noise = formOf && { sigma, jitter, postMap, form: formOf };
  const { levels } = axes.at(-1) ?? {};
  const followed = { names, axes: coordinatesOf(axes), released, original, ...band, ...rest, noise, levels };
  return <WhatFollows of={followed} what={oneOf(what)} held={held} />;
}
