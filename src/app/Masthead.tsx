import { useStore } from "zustand";
import type { StoreApi } from "zustand/vanilla";
import { HistoryButtons } from "../panels/screen/HistoryButtons.tsx";
import { Segments } from "../panels/controls/Segments.tsx";
import { SharePanel } from "../panels/screen/SharePanel.tsx";
import type { Study } from "../panels/study/study.ts";
import { ownData } from "../state/scenario/ownData.ts";
import { themes, type Preferences } from "../state/preferences.ts";
import { lessonsId, studies, type EntryId } from "./studies.ts";
import { useRef, useState, type ReactNode } from "react";
import "./masthead.css";

type HeadedStudy = Pick<Study, "scenarios" | "history" | "share" | "reset" | "stagedFields">;

interface MastheadProps {
  readonly id: EntryId;
  readonly study: HeadedStudy | undefined;
  readonly preferences: StoreApi<Preferences>;
  readonly onOpen: (id: EntryId) => void;
  readonly onProject: () => void;
}

const entries: readonly { readonly id: EntryId; readonly title: string }[] = [
  ...studies,
  { id: lessonsId, title: "Lessons" },
];

export function Masthead({ id, study, preferences, onOpen, onProject }: MastheadProps) {
  const { theme, setTheme } = useStore(preferences);
  return (
    <header className="masthead">
      <h1>Curveil</h1>
      <nav aria-label="Studies">
        {entries.map((entry) => (
          <a
            key={entry.id}
            href={`#/${entry.id}`}
            aria-current={entry.id === id ? "page" : undefined}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              onOpen(entry.id);
            }}
          >
            {entry.title}
          </a>
        ))}
      </nav>
      <select
        className="study-choice"
        aria-label="Study"
        value={id}
        onChange={(event) => {
          const chosen = entries.find((entry) => entry.id === event.target.value);
          if (chosen) onOpen(chosen.id);
        }}
      >
        {entries.map((entry) => (
          <option key={entry.id} value={entry.id}>
            {entry.title}
          </option>
        ))}
      </select>
      <p className="tagline">Data, released privately. Nothing leaves this page.</p>
      {study && <SideChoice study={study} />}
      <MastheadMore>
        {study && <StudyHistory study={study} />}
        {study && <StudyLink study={study} />}
        {!study && (
          <button type="button" onClick={onProject} title="Large type, for a class (Alt+P)">
            Projector
          </button>
        )}
        <label>
          <span className="visually-hidden">Theme</span>
          <select
            value={theme}
            onChange={(event) => {
              const chosen = themes.find((candidate) => candidate === event.target.value);
              if (chosen) setTheme(chosen);
            }}
          >
            <option value="system">Auto</option>
            <option value="light">Light</option>
            <option value="dark">Dark</option>
          </select>
        </label>
      </MastheadMore>
    </header>
  );
}

function SideChoice({ study }: { readonly study: HeadedStudy }) {
  const view = useStore(study.scenarios, ({ scenario }) => scenario.view);
  const { set } = study.scenarios.getState();
  return (
    <Segments
      label="View"
      value={view}
      choices={[
        {
          value: "inside",
          label: "Inside",
          title: "What the data owner sees: the original beside the private release",
        },
        { value: "outside", label: "Outside", title: "Only what a recipient would get" },
      ]}
      onChange={(chosen) => set({ view: chosen }, { commit: true })}
    />
  );
}

/** Keyed by side: no button survives on the other side. */
function StudyHistory({ study: { history, scenarios, reset } }: { readonly study: HeadedStudy }) {
  const side = useStore(scenarios, ({ scenario }) => scenario.view);
  // After a change of data, reset cannot restore own data.
  const isOwn = useStore(scenarios, ({ scenario }) => scenario.data === ownData);
  return <HistoryButtons key={side} history={history} reset={side === "inside" && !isOwn ? reset : undefined} />;
}

function StudyLink({ study }: { readonly study: HeadedStudy }) {
  const seed = useStore(study.scenarios, ({ scenario }) => scenario.seed);
  const data = useStore(study.scenarios, ({ scenario }) => scenario.data);
  const hasLooked = useStore(study.scenarios, ({ scenario }) => Object.values(scenario.provenance).includes("looked"));
  return (
    <SharePanel
      stagedFields={study.stagedFields}
      share={() => {
        const { link, leavesOut } = study.share();
        return { link: new URL(link, window.location.href).href, leavesOut };
      }}
      hasSeed={seed !== "secure"}
      hasOwnData={data === ownData}
      hasLooked={hasLooked}
    />
  );
}

function MastheadMore({ children }: { readonly children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  return (
    <div
      className="more"
      data-open={open}
      onKeyDown={({ key }) => key === "Escape" && open && close()}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={opener}
        type="button"
        className="more-opener"
        aria-expanded={open}
        aria-label="More"
        onClick={() => setOpen(!open)}
      >
        ⋯
      </button>
      <div className="more-content">{children}</div>
    </div>
  );
}
