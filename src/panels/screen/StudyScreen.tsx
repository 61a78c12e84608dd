import { memo, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { StudyContract } from "../../core/release/contract.ts";
import type { ReleaseFile } from "../../core/release/file/releaseFile.ts";
import { affirmed, parameterNames } from "../../state/scenario/provenance.ts";
import type { Presented } from "../../state/presented/presented.ts";
import { ownData } from "../../state/scenario/ownData.ts";
import type { CommonScenario } from "../../state/scenario/sharedFields.ts";
import type { StudyLedger } from "../../state/ledger/studyLedger.ts";
import type { Exports } from "../study/exports.ts";
import { useFileDrop } from "../data/FileSource.tsx";
import { GuaranteePanel } from "../guarantee/GuaranteePanel.tsx";
import { lookedAt, notPrivateBecause } from "../study/notPrivate.ts";
import { PreviewPrint } from "../export/PreviewPrint.tsx";
import { firstSentence } from "./firstSentence.ts";
import { BelowPicture } from "./BelowPicture.tsx";
import { LiveFrame, LivePicture } from "./LivePicture.tsx";
import { moveRule } from "./moveRule.ts";
import type { PresentedStudy } from "../study/presentedStudy.ts";
import { ReleasePanel } from "../export/ReleasePanel.tsx";
import type { StagedControlsProps } from "./StagedControls.tsx";
import { later, useLoaded } from "../shared/Later.tsx";
import type { FurtherProps } from "./Further.tsx";
import { createSpend } from "../ledger/spend.ts";
import type { CommonFacts, PartProps, StudyDefinition } from "../study/study.ts";
import { useGuess } from "./GuessFirst.tsx";
import { StudyLayout } from "../shared/StudyLayout.tsx";
import { useAfterPicture } from "../hooks/useAfterPicture.ts";
import { useLease } from "../hooks/useLease.ts";
import { useMedia } from "../hooks/useMedia.ts";
import { useThrottled } from "../hooks/useThrottled.ts";
import { FurtherLines, noFurtherLines, ShowSecond } from "../pictures/furtherLines.ts";
import { useDebouncedView } from "../hooks/useDebounced.ts";
import { useShallowly } from "../hooks/useShallowly.ts";
import { useStable } from "../hooks/useStable.ts";

interface StudyScreenProps<
  S extends CommonScenario,
  C extends StudyContract,
  M,
  F extends CommonFacts,
  I,
  T,
> extends PresentedStudy<S, C, M, F, I, T> {
  readonly exports: Exports<S, F, I>;
  readonly edits: FurtherProps["edits"];
  readonly ledger: StudyLedger;
  readonly onReleased: (file: ReleaseFile) => void;
  readonly ended: (() => void) | undefined;
}

/** The picture follows each move of a slider, the words ten times a second, and slower parts at rest. */
export function StudyScreen<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T>(
  props: StudyScreenProps<S, C, M, F, I, T>,
) {
  const { definition, presented, set, act, client, beside, ledger, edits, ended, theme, reducedMotion } = props;
  const { staging, part: guess } = useGuess(props.staging);
  const { id, label, roles, screen } = definition;
  const now = useThrottled(presented);
  useLease(now.view?.lease);
  const debounced = useDebouncedView(now);
  const isWhole = useAfterPicture(now.view !== undefined);
  // From the first frame: the browser would open a dropped file in place of the page.
  useFileDrop(act.readTable);
  const [chosenTool, setTool] = useState<T>(() => screen.firstTool);
  const stagedTools = staging?.controls?.flatMap((name) => screen.stagedTools?.[name] ?? []) ?? [];
  const tool = stagedTools.length > 0 ? stagedTools[0]!.tool : chosenTool;
  const spend = useMemo(
    () => createSpend(ledger, id, parameterNames(roles), presented.getState),
    [ledger, id, roles, presented],
  );
  const { counted, pressed } = useCounted(act);
  const fixed = useShallowly({ set, act: counted, client, spend, beside, tool, setTool, theme, reducedMotion });
  const parts = { ...now, ...fixed };
  const { view, shown } = now;
  const isStaged = staging?.controls !== undefined;
  const isBrief = useMedia(smallWindow) || staging?.isProjected || staging?.words === "first";
  const further = useFurther(definition, now, { edits, isStaged, pressed });
  const { sentence, introduction } = useWords(definition, debounced);
  const guarantee = useMemo(
    () => (isWhole && view ? definition.guarantee(shown, view) : undefined),
    [definition, isWhole, shown, view],
  );
  const looked = lookedAt(parameterNames(roles), shown);
  const notPrivate = notPrivateBecause(guarantee, looked, now.changedByHand);
  const affirm = () => set({ provenance: affirmed(now.scenario.provenance) } as Partial<S>, { commit: true });

  const below = useMemo(
    () => isWhole && debounced.view && <BelowPicture definition={definition} props={{ ...debounced, ...fixed }} />,
    [definition, isWhole, debounced, fixed],
  );
  const strip = useMemo(
    () => screen.strip && isWhole && debounced.view && <screen.strip.Part {...debounced} {...fixed} />,
    [screen, isWhole, debounced, fixed],
  );
  const isMove = useMemo(() => moveRule<S>(screen.pictureSettings), [screen]);
  const picture = useMemo(
    () => <LivePicture of={screen.Picture} isMove={isMove} presented={presented} fixed={fixed} />,
    [screen, isMove, presented, fixed],
  );

  const frame = (
    <LiveFrame presented={presented} what={definition.what(now.scenario)}>
      <FurtherLines value={further.lines}>{picture}</FurtherLines>
    </LiveFrame>
  );
  const lead = staging?.question || introduction;
  if (staging?.controls) {
    const { scenario, problems } = now;
    const { fields } = definition;
    const tools = screen.stagedTools ?? {};
    const staged = { staging, fields, scenario, problems, set, onDraw: act.redraw, tools };
    const sliders = (
      <>
        {further.below}
        <StagedControls {...(staged as unknown as StagedControlsProps<CommonScenario>)} />
      </>
    );
    const words = staging.words === "none" ? "" : isBrief ? firstSentence(sentence) : sentence;
    return <StudyLayout {...{ label, staging, lead, guess, sliders }} picture={frame} sentence={words} />;
  }

  return (
    <>
      {view && guarantee && canBePrinted(shown) && (
        <PreviewPrint
          of={definition}
          shown={shown}
          view={view}
          guarantee={guarantee}
          notPrivate={notPrivate}
          sentence={sentence}
        />
      )}
      <StudyLayout
        label={label}
        lead={lead}
        staging={staging}
        tools={
          <>
            {ended && <EndedRelease onShow={ended} />}
            <screen.Tools {...parts} />
          </>
        }
        strip={strip || (view && <div style={{ height: screen.strip?.heightOf(view, shown) }} />)}
        picture={frame}
        sentence={sentence}
        below={
          <>
            {further.below}
            {view && guarantee && (
              <GuaranteePanel
                shown={shown}
                view={view}
                guarantee={guarantee}
                what={definition.what(shown)}
                notPrivate={notPrivate}
                onAffirm={looked.length > 0 && !now.changedByHand ? affirm : undefined}
              />
            )}
            <ShowSecond value={further.showSecond}>{below}</ShowSecond>
          </>
        }
        guess={guess}
        sliders={<screen.Sliders {...parts} />}
        controls={isWhole && <SideColumn of={props} now={now} debounced={{ ...debounced, ...fixed }} />}
      />
    </>
  );
}

/** The actions of a study, and whether a new draw was asked for since the page was opened. */
function useCounted<A extends { readonly redraw: () => void }>(act: A): { counted: A; pressed: boolean } {
  const [pressed, setPressed] = useState(false);
  const counted = useMemo(
    () => ({
      ...act,
      redraw: (): void => {
        setPressed(true);
        act.redraw();
      },
    }),
    [act],
  );
  return { counted, pressed };
}

function useWords<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T>(
  definition: StudyDefinition<S, C, M, F, I, T>,
  { shown, view }: Presented<S, C, F, I>,
): { sentence: string; introduction: string } {
  return useMemo(
    () => ({
      sentence: view ? definition.sentence(shown, view) : "",
      introduction: view ? definition.lead(shown, view) : "",
    }),
    [definition, shown, view],
  );
}

/** Lines and words about draws and the record edited last, whose script is loaded when there are some. */
function useFurther<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T>(
  definition: StudyDefinition<S, C, M, F, I, T>,
  now: Presented<S, C, F, I>,
  { pressed, ...about }: Pick<FurtherProps, "edits" | "isStaged"> & { readonly pressed: boolean },
) {
  const [own, setLines] = useState(noFurtherLines);
  const [second, showSecond] = useState(noFurtherLines);
  const lines = useMemo(() => ({ ...own, ...second }), [own, second]);
  const { view, data, current } = now;
  const isWanted = pressed || data.edited || (view !== undefined && view.others.length > 0);
  const before = useRef<Presented<S, C, F, I>>(undefined);
  useLayoutEffect(() => {
    if ((isWanted && before.current) || data.edited || !current || !view) return;
    const [released, original] = [view.released.slice(), view.original?.slice()];
    before.current = { ...now, view: { ...view, released, original } };
  });
  const { pictured } = about.edits;
  useLayoutEffect(() => {
    if (current && view) pictured();
  }, [current, view, pictured]);
  const { loaded: Further } = useLoaded(loadFurther, isWanted);
  const shared = { definition, now, before, ...about, onLines: setLines } as unknown as FurtherProps;
  return { lines, showSecond, below: Further && canBePrinted(now.shown) && <Further {...shared} /> };
}

const loadFurther = async () => (await import("./Further.tsx")).Further;

const smallWindow = "(max-width: 35.9375rem), (max-height: 30rem)";

function EndedRelease({ onShow }: { readonly onShow: () => void }) {
  return (
    <p className="explanation" role="status" data-testid="ended">
      A setting moved, so this is a preview again, not the release.{" "}
      <button type="button" onClick={onShow}>
        Show the release again
      </button>
    </p>
  );
}

function SideColumn<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T>({
  of: { definition, exports, ledger, onReleased },
  now,
  debounced,
}: {
  readonly of: StudyScreenProps<S, C, M, F, I, T>;
  readonly now: Presented<S, C, F, I>;
  readonly debounced: PartProps<S, C, F, I, T>;
}) {
  const { data, records, recordsId, view } = now;
  const stable = useStable(now.scenario, now.problems, debounced.scenario.epsilon);
  const Controls = useMemo(() => memo(definition.screen.Controls) as typeof definition.screen.Controls, [definition]);
  return (
    <>
      <Controls {...debounced} {...stable} data={data} records={records} recordsId={recordsId} />
      <ReleasePanel
        definition={definition}
        shown={now.current ? now.shown : undefined}
        inside={now.scenario.view === "inside"}
        view={view}
        recordsId={recordsId}
        exports={exports}
        ledger={ledger}
        onReleased={onReleased}
      />
    </>
  );
}

/** Outside, a preview of own data is not printed either (`PrintedPreview`). */
function canBePrinted({ data, view }: Pick<CommonScenario, "data" | "view">): boolean {
  return data !== ownData || view === "inside";
}

const StagedControls = later<StagedControlsProps<CommonScenario>>(
  async () => (await import("./StagedControls.tsx")).StagedControls,
);
