import { useEffect, useMemo, useState, type ComponentType, type CSSProperties } from "react";
import type { StoreApi } from "zustand/vanilla";
import { useStore } from "zustand";
import { shortText } from "../core/numberFormats.ts";
import type { Engine } from "../engine/contract.ts";
import { useThrottled } from "../panels/hooks/useThrottled.ts";
import { useDebounced } from "../panels/hooks/useDebounced.ts";
import { useMedia } from "../panels/hooks/useMedia.ts";
import { FailedPart } from "../panels/shared/FailedPart.tsx";
import type { ScreenProps, Study } from "../panels/study/study.ts";
import { steppedHash, unstaged, type StagedAddress, type Staging } from "../state/scenario/staging.ts";
import { ownData } from "../state/scenario/ownData.ts";
import type { Preferences } from "../state/preferences.ts";
import type { Router } from "../state/scenario/router.ts";
import { Masthead } from "./Masthead.tsx";
import type { FileOpener } from "./fileOpener.ts";
import type { Updates } from "./offline.ts";
import { PlainArithmeticNotice } from "./PlainArithmeticNotice.tsx";
import { lessonsId, studies, type EntryId, type StudyId } from "./studies.ts";
import { NotLoaded } from "../panels/shared/Later.tsx";
import { UpdateNotice } from "./UpdateNotice.tsx";
import { useStudy, type OpenedStudy } from "./useStudy.ts";
import { useTheme } from "./useTheme.ts";
import "../panels/shared/notice.css";

interface AppProps {
  readonly engine: Engine;
  readonly preferences: StoreApi<Preferences>;
  readonly staged: StagedAddress;
  readonly router: Router<EntryId>;
  readonly first: OpenedStudy | undefined;
  readonly openStudy: (id: StudyId) => Promise<Study>;
  readonly updates: Updates;
  readonly opener: FileOpener;
  readonly Lessons: ComponentType<ScreenProps>;
}

export function App({ engine, preferences, staged, router, first, openStudy, updates, opener, Lessons }: AppProps) {
  const theme = useStore(preferences, (state) => state.theme);
  const drawnTheme = useTheme(theme);
  const reducedMotion = useMedia("(prefers-reduced-motion: reduce)");
  const { study: id } = useStore(router.store);
  const staging = useProjector(staged);
  const isLesson = id === lessonsId;
  const { opened, retry } = useStudy(isLesson ? undefined : id, openStudy, first);
  const study = isLesson ? undefined : opened?.study;
  const screen = { theme: drawnTheme, reducedMotion, staging };
  const notices = useEngineNotices(engine);
  useEffect(() => engine.start(), [engine]);
  const openEntry = (wanted: EntryId) => {
    study?.scenarios.getState().flush();
    staged.stage(unstaged);
    router.open(wanted);
  };

  return (
    <div className="page" data-theme={drawnTheme} style={useZoom(staging.isProjected)}>
      <a className="skip" href="#picture" onClick={(event) => focusOn(event, "#picture")}>
        Skip to the picture
      </a>
      <a className="skip" href="#sliders" onClick={(event) => focusOn(event, "#sliders [type=range]", "#sliders")}>
        Skip to the sliders
      </a>
      {!staging.isProjected && (
        <Masthead
          id={id}
          study={staging.controls ? undefined : study}
          preferences={preferences}
          onOpen={openEntry}
          onProject={() => staged.stage({ ...staged.store.getState(), isProjected: true })}
        />
      )}
      {study && opened && <PageTitle title={studies.find((entry) => entry.id === opened.id)!.title} study={study} />}
      <UpdateNotice updates={updates} />
      <PlainArithmeticNotice />
      <OpenerNotice opener={opener} />
      {study && <LinkProblems study={study} isFolded={staging.isProjected} />}
      {notices.length > 0 && (
        <p className="passing" role="status">
          {notices.join(" ")}
        </p>
      )}
      {staging.isProjected && (
        <button
          type="button"
          className="leave-stage"
          onClick={() => staged.stage({ ...staged.store.getState(), isProjected: false })}
        >
          Leave (Esc)
        </button>
      )}
      <main>
        {isLesson && <Lessons {...screen} />}
        {study && opened && (
          <FailedPart what="study" key={opened.id}>
            <study.Screen {...screen} />
          </FailedPart>
        )}
        {retry && <NotLoaded again={retry} />}
      </main>
    </div>
  );
}

const projectedUsually = ["epsilon"];

/** Alt+P draws the staging for a projector, arrow keys step through its states, Escape leaves. */
function useProjector({ store, stage }: StagedAddress): Staging {
  const staging = useStore(store);
  useEffect(() => {
    const onKeyDown = ({ altKey, code, key, target }: KeyboardEvent) => {
      const now = store.getState();
      const by = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : undefined;
      const isControl = target instanceof Element && target.matches("input, select, [role=slider], [role=application]");
      const next = now.isProjected && by && !isControl ? steppedHash(location.hash, by) : undefined;
      if (next) location.hash = next;
      if (now.isProjected ? key === "Escape" : altKey && code === "KeyP")
        stage({ ...now, isProjected: !now.isProjected });
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [store, stage]);
  return useMemo(
    () => (staging.isProjected && !staging.controls ? { ...staging, controls: projectedUsually } : staging),
    [staging],
  );
}

/** 18 pixels of a sentence become 4.2 % of the window's height, if its width has room. */
const drawnFor = { height: 430, width: 700 };

function useZoom(isProjected: boolean): CSSProperties | undefined {
  const [size, setSize] = useState({ height: 0, width: 0 });
  useEffect(() => {
    if (!isProjected) return;
    const measure = () => setSize({ height: window.innerHeight, width: window.innerWidth });
    measure();
    window.addEventListener("resize", measure);
    return () => window.removeEventListener("resize", measure);
  }, [isProjected]);
  const zoom = Math.max(1, Math.min(size.height / drawnFor.height, size.width / drawnFor.width));
  return isProjected ? ({ "--zoom": zoom } as CSSProperties) : undefined;
}

function OpenerNotice({ opener: { store, dismiss } }: { readonly opener: FileOpener }) {
  const { sentence } = useStore(store);
  if (sentence === undefined) return null;
  return (
    <div className="notice" role="status" data-testid="opened">
      <p>{sentence}</p>
      <button type="button" onClick={dismiss}>
        Dismiss
      </button>
    </div>
  );
}

function PageTitle({ title, study }: { readonly title: string; readonly study: Study }) {
  const { epsilon, delta, data, view } = useDebounced(useThrottled(study.scenarios).scenario);
  const of = data === ownData ? "data of one’s own" : `the example ${data}`;
  const setting = `${title} at ε = ${shortText(epsilon)}`;
  const description = `${setting}, δ = ${shortText(delta)}, of ${of}, seen from ${view}. Data, released privately; nothing leaves the page.`;
  useEffect(() => {
    document.querySelector("meta[name=description]")?.setAttribute("content", description);
  }, [description]);
  return <title>{`${setting} · Curveil`}</title>;
}

/** Folded, the list comes with a tap: on a stage the picture needs the room. */
function LinkProblems({ study, isFolded }: { readonly study: Study; readonly isFolded: boolean }) {
  const problems = useStore(study.scenarios, (state) => state.problems);
  const { dismissProblems } = study.scenarios.getState();
  if (problems.length === 0) return null;
  return (
    <div className="notice" role="status">
      <details key={String(isFolded)} open={!isFolded}>
        <summary>Some of the link was not understood:</summary>
        <ul>
          {problems.map(({ key, sentence }, i) => (
            <li key={`${key}-${i}`}>{sentence}</li>
          ))}
        </ul>
      </details>
      <button type="button" onClick={dismissProblems}>
        Dismiss
      </button>
    </div>
  );
}

function focusOn(event: React.MouseEvent, ...wished: string[]) {
  event.preventDefault(); // The hash is the link of the scenario.
  wished
    .map((selector) => document.querySelector<HTMLElement>(selector))
    .find(Boolean)
    ?.focus();
}

const noticeSeconds = 8;

function useEngineNotices(engine: Engine): readonly string[] {
  const [notices, setNotices] = useState<readonly string[]>([]);
  useEffect(() => {
    const ends = new Map<string, ReturnType<typeof setTimeout>>();
    const stop = engine.onNotice(({ message }) => {
      clearTimeout(ends.get(message)); // One notice for any number of workers.
      setNotices((shown) => (shown.includes(message) ? shown : [...shown, message]));
      const end = () => setNotices((shown) => shown.filter((other) => other !== message));
      ends.set(message, setTimeout(end, noticeSeconds * 1000));
    });
    return () => {
      stop();
      ends.forEach((end) => clearTimeout(end));
    };
  }, [engine]);
  return notices;
}
