import { useEffect, useState } from "react";
import type { StoreApi } from "zustand/vanilla";
import { useStore } from "zustand";
import type { Engine } from "../engine/engine.ts";
import { Segments } from "../panels/Segments.tsx";
import { SharePanel } from "../panels/SharePanel.tsx";
import { themes } from "../state/preferences.ts";
import type { Preferences } from "../state/preferences.ts";
import type { ScenarioStore } from "../state/scenarioStore.ts";
import { DensityStudy } from "../studies/density/DensityStudy.tsx";
import type { DensityScenario } from "../studies/density/scenario.ts";
import type { DensityConductor } from "../studies/density/session.ts";
import { useMedia, useTheme } from "./useTheme.ts";

interface AppProps {
  readonly engine: Engine;
  readonly preferences: StoreApi<Preferences>;
  readonly scenarios: ScenarioStore<DensityScenario>;
  readonly density: DensityConductor;
}

/** The shell: name, view switch, share, theme; below it the study. */
export function App({ engine, preferences, scenarios, density }: AppProps) {
  const { theme, setTheme } = useStore(preferences);
  const drawnTheme = useTheme(theme);
  const reducedMotion = useMedia("(prefers-reduced-motion: reduce)");
  const { scenario, problems, set, dismissProblems, link } = useStore(scenarios);
  const notices = useEngineNotices(engine);

  return (
    <div className="page" data-theme={drawnTheme}>
      <a className="skip" href="#picture" onClick={focusPicture}>
        Skip to the picture
      </a>
      <header className="masthead">
        <h1>Curveil</h1>
        <p className="tagline">What a private release of your data would look like. Nothing leaves this page.</p>
        <Segments
          label="View"
          value={scenario.view}
          choices={[
            { value: "inside", label: "Inside", title: "What the data owner sees: the original beside the private curve" },
            { value: "outside", label: "Outside", title: "Only what a recipient would get" },
          ]}
          onChange={(view) => set({ view }, { commit: true })}
        />
        <SharePanel link={() => new URL(link(), window.location.href).href} hasSeed={scenario.seed !== "secure"} />
        <label>
          <span className="visually-hidden">Theme</span>
          <select
            value={theme}
            onChange={(event) => {
              const chosen = themes.find((candidate) => candidate === event.target.value);
              if (chosen) setTheme(chosen);
            }}
          >
            <option value="system">Theme: system</option>
            <option value="light">Theme: light</option>
            <option value="dark">Theme: dark</option>
          </select>
        </label>
      </header>
      {problems.length > 0 && (
        <div className="notice" role="status">
          <div>
            <p>Some of the link was not understood:</p>
            <ul>
              {problems.map(({ key, sentence }, i) => (
                <li key={`${key}-${i}`}>{sentence}</li>
              ))}
            </ul>
          </div>
          <button type="button" onClick={dismissProblems}>
            Dismiss
          </button>
        </div>
      )}
      {notices.map((message, i) => (
        <div className="notice" role="status" key={i}>
          <p>{message}</p>
        </div>
      ))}
      <main>
        <DensityStudy scenarios={scenarios} density={density} theme={drawnTheme} reducedMotion={reducedMotion} />
      </main>
    </div>
  );
}

function focusPicture(event: React.MouseEvent) {
  event.preventDefault(); // The hash is the link of the scenario.
  document.getElementById("picture")?.focus();
}

const noticeSeconds = 8;

function useEngineNotices(engine: Engine): readonly string[] {
  const [notices, setNotices] = useState<readonly string[]>([]);
  useEffect(
    () =>
      engine.onNotice(({ message }) => {
        setNotices((shown) => [...shown, message]);
        setTimeout(() => setNotices((shown) => shown.slice(1)), noticeSeconds * 1000);
      }),
    [engine],
  );
  return notices;
}
