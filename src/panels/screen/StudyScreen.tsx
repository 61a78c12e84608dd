import { memo, useMemo, useState } from "react";
import type { ComponentType, ReactNode } from "react";
import type { StoreApi } from "zustand/vanilla";
import type { StudyContract } from "../../core/release/contract.ts";
import type { ReleaseFile } from "../../core/release/file/releaseFile.ts";
import { affirmed, parameterNames } from "../../state/scenario/provenance.ts";
import type { Presented, StudyView } from "../../state/presented/presented.ts";
import { ownData } from "../../state/scenario/ownData.ts";
import { coordinatesOf } from "../../state/presented/releaseView.ts";
import type { CommonScenario } from "../../state/scenario/sharedFields.ts";
import type { StudyLedger } from "../../state/ledger/studyLedger.ts";
import type { Exports } from "../study/exports.ts";
import { oneOf } from "../controls/words.ts";
import { useFileDrop } from "../data/FileSource.tsx";
import { WhatFollows } from "../postProcessing/WhatFollows.tsx";
import { GuaranteePanel } from "../guarantee/GuaranteePanel.tsx";
import { lookedAt, notPrivateBecause } from "../study/notPrivate.ts";
import { PreviewPrint } from "../export/PreviewPrint.tsx";
import { frameMayWait, moveRule } from "./moveRule.ts";
import type { MoveRule } from "./moveRule.ts";
import { PictureFrame } from "../shared/PictureFrame.tsx";
import type { PresentedStudy } from "../study/presentedStudy.ts";
import { ReleasePanel } from "../export/ReleasePanel.tsx";
import { createSpend } from "../ledger/spend.ts";
import type { CommonFacts, Follows, PartProps, PictureProps, StudyDefinition } from "../study/study.ts";
import { StudySections } from "../shared/StudySections.tsx";
import { StudyLayout } from "../shared/StudyLayout.tsx";
import { useAfterPicture } from "../hooks/useAfterPicture.ts";
import { useLease } from "../hooks/useLease.ts";
import { useThrottled } from "../hooks/useThrottled.ts";
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
  readonly ledger: StudyLedger;
  readonly onReleased: (file: ReleaseFile) => void;
  /** Shows the release that a moved setting ended. */
  readonly ended: (() => void) | undefined;
}

/** The picture follows each move of a slider, the words ten times a second, and slower parts once the sliders rest. */
export function StudyScreen<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T>({
  definition,
  presented,
  set,
  act,
  exports,
  client,
  beside,
  ledger,
  onReleased,
  ended,
  theme,
  reducedMotion,
}: StudyScreenProps<S, C, M, F, I, T>) {
  const now = useThrottled(presented);
  useLease(now.view?.lease);
  const debounced = useDebouncedView(now);
  const isWhole = useAfterPicture(now.view !== undefined);
  // From the first frame on: the browser would open a dropped file in place of the page.
  useFileDrop(act.readTable);
  const stable = useStable(now.scenario, now.problems, debounced.scenario.epsilon);
  const [tool, setTool] = useState<T>(() => definition.firstTool);
  const { Tools, Picture, Sliders } = definition;
  const [Controls, Below, Strip] = useMemo(
    () => [
      memo(definition.Controls) as typeof definition.Controls,
      definition.Below && memo(definition.Below),
      definition.Strip && memo(definition.Strip),
    ],
    [definition],
  );

  const spend = useMemo(
    () => createSpend(ledger, definition.id, parameterNames(definition.roles), presented.getState),
    [ledger, definition, presented],
  );
  const fixed = useShallowly({ set, act, client, spend, beside, tool, setTool, theme, reducedMotion });
  const parts = { ...now, ...fixed };
  const sentence = useMemo(
    () => (debounced.view ? definition.sentence(debounced.shown, debounced.view) : ""),
    [definition, debounced.shown, debounced.view],
  );
  const guarantee = useMemo(
    () => (isWhole && now.view ? definition.guarantee(now.shown, now.view) : undefined),
    [definition, isWhole, now.shown, now.view],
  );
  const looked = lookedAt(parameterNames(definition.roles), now.shown);
  const notPrivate = notPrivateBecause(guarantee, looked, now.changedByHand);
  const affirm = () => set({ provenance: affirmed(now.scenario.provenance) } as Partial<S>, { commit: true });

  const below = useMemo(
    () =>
      isWhole &&
      debounced.view && <BelowPicture definition={definition} Below={Below} props={{ ...debounced, ...fixed }} />,
    [definition, isWhole, Below, debounced, fixed],
  );
  const strip = useMemo(
    () => (Strip && isWhole && debounced.view ? <Rendered of={Strip} {...debounced} {...fixed} /> : undefined),
    [Strip, isWhole, debounced, fixed],
  );
  const isMove = useMemo(() => moveRule<S>(definition.pictureSettings), [definition]);
  const picture = useMemo(
    () => <Live of={Picture} isMove={isMove} presented={presented} fixed={fixed} />,
    [Picture, isMove, presented, fixed],
  );

  return (
    <>
      {now.view && guarantee && canBePrinted(now.shown) && (
        <PreviewPrint
          label={definition.label}
          shown={now.shown}
          view={now.view}
          guarantee={guarantee}
          notPrivate={notPrivate}
          sentence={sentence}
          what={definition.what(now.shown)}
          svg={() => definition.svg(now.shown, now.view!)}
          table={() => definition.table(now.shown, now.view!)}
        />
      )}
      <StudyLayout
        label={definition.label}
        lead={now.view ? definition.lead(now.shown, now.view) : ""}
        tools={
          <>
            {ended && (
              <p className="explanation" role="status" data-testid="ended">
                A setting moved, so this is a preview again, not the release.{" "}
                <button type="button" onClick={ended}>
                  Show the release again
                </button>
              </p>
            )}
            <Tools {...parts} />
          </>
        }
        strip={strip ?? (now.view && <div style={{ height: definition.stripHeight?.(now.view) }} />)}
        picture={
          <LiveFrame presented={presented} what={definition.what(now.scenario)}>
            {picture}
          </LiveFrame>
        }
        sentence={sentence}
        below={
          <>
            {now.view && guarantee && (
              <GuaranteePanel
                shown={now.shown}
                view={now.view}
                guarantee={guarantee}
                what={definition.what(now.shown)}
                notPrivate={notPrivate}
                {...(looked.length > 0 && !now.changedByHand && { onAffirm: affirm })}
              />
            )}
            {below}
          </>
        }
        sliders={<Sliders {...parts} />}
        controls={
          isWhole && (
            <>
              <Controls
                {...debounced}
                {...fixed}
                {...stable}
                data={now.data}
                records={now.records}
                recordsId={now.recordsId}
              />
              <ReleasePanel
                definition={definition}
                shown={now.current ? now.shown : undefined}
                inside={now.scenario.view === "inside"}
                view={now.view}
                recordsId={now.recordsId}
                exports={exports}
                ledger={ledger}
                onReleased={onReleased}
              />
            </>
          )
        }
      />
    </>
  );
}

/** Outside, a preview of own data is not printed either; `PrintedPreview` says so. */
function canBePrinted({ data, view }: Pick<CommonScenario, "data" | "view">): boolean {
  return data !== ownData || view === "inside";
}

function BelowPicture<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T>({
  definition: { follows, table, what, sections },
  Below,
  props,
}: {
  readonly definition: StudyDefinition<S, C, M, F, I, T>;
  readonly Below: ComponentType<PartProps<S, C, F, I, T>> | undefined;
  readonly props: PartProps<S, C, F, I, T>;
}) {
  const { shown, view } = props;
  if (!view) return null;
  return (
    <>
      {follows !== "nothing" && (
        <Followed of={view} names={table(shown, view).names} what={what(shown)} {...follows?.(props)} />
      )}
      {Below && <Rendered of={Below} {...props} />}
      {sections && <StudySections sections={sections} inside={shown.view === "inside"} props={props} />}
    </>
  );
}

/** The picture follows each change; React follows ten times a second while only the picture moves. */
function Live<S extends CommonScenario, C extends StudyContract, F extends CommonFacts, I, T>({
  of: Part,
  isMove,
  presented,
  fixed,
}: {
  readonly of: ComponentType<PictureProps<S, C, F, I, T>>;
  readonly isMove: MoveRule<Presented<S, C, F, I>>;
  readonly presented: StoreApi<Presented<S, C, F, I>>;
  readonly fixed: Omit<PartProps<S, C, F, I, T>, keyof Presented<S, C, F, I>>;
}) {
  const now = useThrottled(presented, isMove);
  useLease(now.view?.lease);
  return <Part {...now} {...fixed} presented={presented} />;
}

/** The frame shows a stale picture at once; during a drag, recovery may be shown late. */
function LiveFrame<S, C extends StudyContract, F, I>({
  presented,
  what,
  children,
}: {
  readonly presented: StoreApi<Presented<S, C, F, I>>;
  readonly what: string;
  readonly children: ReactNode;
}) {
  const { view, data, computing, progress, failure, stale } = useThrottled(presented, frameMayWait);
  const loading = data.loading !== undefined || data.making;
  const state = { empty: view === undefined, loading, computing, progress, failure, stale };
  return (
    <PictureFrame what={what} state={state}>
      {children}
    </PictureFrame>
  );
}

/** Previews are not exported on another grid. */
function Followed<F extends CommonFacts, I>({
  of: { axes, released, original, simultaneous, shapes },
  names,
  what,
  held,
  ...noise
}: { readonly of: StudyView<F, I>; readonly names: readonly string[]; readonly what: string } & Follows) {
  const band = { halfWidth: simultaneous, shape: shapes?.simultaneous };
  const { levels } = axes.at(-1) ?? {};
  const followed = { names, axes: coordinatesOf(axes), released, original, ...band, ...noise, levels };
  return <WhatFollows of={followed} what={oneOf(what)} held={held} />;
}

function Rendered<P extends object>({ of: Part, ...props }: { readonly of: ComponentType<P> } & P) {
  return <Part {...(props as unknown as P)} />;
}
