import { useLayoutEffect, useMemo, type RefObject } from "react";
import type { StudyContract } from "../../core/release/contract.ts";
import type { Presented } from "../../state/presented/presented.ts";
import type { KeptEdits, LinkedEdits } from "../../state/scenario/linkedEdits.ts";
import type { CommonScenario } from "../../state/scenario/sharedFields.ts";
import { furtherPen } from "../../plots/furtherPen.ts";
import { DrawCount } from "../ledger/DrawCount.tsx";
import type { FurtherLinesOfPicture } from "../pictures/furtherLines.ts";
import { InfluencePanel } from "./InfluencePanel.tsx";
import type { CommonFacts, StudyDefinition } from "../study/study.ts";
import { useDraws } from "./useDraws.ts";
import { useInfluence } from "./useInfluence.ts";

type Shown = Presented<CommonScenario, StudyContract, CommonFacts, unknown>;
type Definition = StudyDefinition<CommonScenario, StudyContract, unknown, CommonFacts, unknown, unknown>;

export interface FurtherProps {
  readonly definition: Pick<Definition, "session" | "screen" | "editable" | "table">;
  readonly now: Shown;
  /** Shown last before there was anything to say; copies. */
  readonly before: RefObject<Shown | undefined>;
  readonly edits: Pick<LinkedEdits, "kept" | "pictured">;
  readonly isStaged: boolean;
  readonly onLines: (lines: FurtherLinesOfPicture) => void;
}

/** Words on several draws, and on the last edit. */
export function Further({ definition, now, before, edits: { kept: keptEdits }, isStaged, onLines }: FurtherProps) {
  const { screen, editable, table } = definition;
  const { shown, view } = now;
  const { drawn } = screen;
  const draws = useDraws(drawOf(definition, now), drawOf(definition, before.current));
  const edits = (of: Shown | undefined) => (of && editable ? editOf(definition, of) : undefined);
  const influence = useInfluence(edits(now), edits(before.current), editable?.rowsOf);
  const average = useMemo(() => draws?.sum.map((value) => value / draws.count), [draws]);
  useLayoutEffect(() => {
    onLines({ average, influence, pen: furtherPen });
    return () => onLines({});
  }, [onLines, average, influence]);
  if (!view) return null;
  const kept = now.data.edited ? keptEdits() : "address";
  return (
    <>
      {kept !== "address" && (
        <p className="explanation" role="status" data-testid="kept-edits">
          {keptWords(kept, isStaged)}
        </p>
      )}
      {influence && (
        <InfluencePanel
          influence={influence}
          of={view}
          unitAt={drawn && ((index) => drawn.unitAt(shown, index))}
          names={table(shown, view).names}
        />
      )}
      {draws && <DrawCount count={draws.count} of={view} said={drawn?.said} />}
    </>
  );
}

/** Nothing about edits that the address keeps. */
function keptWords(kept: KeptEdits, isStaged: boolean): string {
  if (kept === "nowhere") return "Neither the address nor a link has these edits; a reload loses them.";
  if (isStaged) return "The address has no room for these edits; a reload loses them.";
  return "The address has no room for these edits: only “Copy link” has them, and a reload loses them.";
}

function drawOf({ session, screen }: FurtherProps["definition"], of: Shown | undefined) {
  if (!of?.view) return undefined;
  const { epsilon, delta, calibration, seed, data } = of.shown;
  const request = session.requestOf({ ...of.shown, seed: 0 });
  const { drawn } = screen;
  return {
    view: drawn ? { released: drawn.valuesOf(of.view), others: [] } : of.view,
    subject: JSON.stringify([request, epsilon, delta, calibration, data, of.recordsId]),
    seed,
  };
}

/** Undefined outside, and while records and picture do not match. */
function editOf({ session }: FurtherProps["definition"], { shown, view, records, current, data }: Shown) {
  const original = view?.original;
  if (!current || !records || !original) return undefined;
  const subject = JSON.stringify([session.requestOf({ ...shown, seed: 0, epsilon: 1 }), shown.data]);
  return { records, original, edited: data.edited, subject };
}
