import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App.tsx";
import "./app/styles.css";
import { registerOffline } from "./app/offline.ts";
import { examples } from "./core/datasets/examples/examples.ts";
import { createEngine } from "./engine/engine.ts";
import { windowAddressBar } from "./state/addressBar.ts";
import { createPreferences } from "./state/preferences.ts";
import { createScenarioStore } from "./state/scenarioStore.ts";
import { densityLinks } from "./studies/density/scenario.ts";
import { createDensityConductor } from "./studies/density/session.ts";

const engine = createEngine();
const preferences = createPreferences(storageOf(window));
const scenarios = createScenarioStore(densityLinks(examples), windowAddressBar(window));
const density = createDensityConductor(engine, scenarios);

window.addEventListener("pagehide", () => scenarios.getState().flush());
registerOffline();

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <App engine={engine} preferences={preferences} scenarios={scenarios} density={density} />
  </StrictMode>,
);

function storageOf(page: Window): Storage | undefined {
  try {
    return page.localStorage;
  } catch {
    return undefined;
  }
}
