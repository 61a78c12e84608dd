import type { ComponentType, ReactNode } from "react";
import type { StoreApi } from "zustand/vanilla";
import type { StudyContract } from "../../core/release/contract.ts";
import type { Presented } from "../../state/presented/presented.ts";
import type { CommonScenario } from "../../state/scenario/sharedFields.ts";
import { useLease } from "../hooks/useLease.ts";
import { useThrottled } from "../hooks/useThrottled.ts";
import { PictureFrame } from "../shared/PictureFrame.tsx";
import type { CommonFacts, PartProps, PictureProps } from "../study/study.ts";
import { frameMayWait, type MoveRule } from "./moveRule.ts";

/** The picture follows each change; React ten times a second while only the picture moves. */
export function LivePicture<S extends CommonScenario, C extends StudyContract, F extends CommonFacts, I, T>({
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

/** Shows a stale picture at once; during a drag, recovery may be late. */
export function LiveFrame<S, C extends StudyContract, F, I>({
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
