import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App.tsx";
import "./app/styles.css";
import { registerOffline } from "./app/offline.ts";
import { studies, studyIds } from "./app/studies.ts";
import type { StudyId } from "./app/studies.ts";
import { createEngine } from "./engine/engine.ts";
import type { Study } from "./panels/study.ts";
import { windowAddressBar } from "./state/addressBar.ts";
import { createLedger } from "./state/ledger.ts";
import { createOwnTable } from "./state/ownData.ts";
import { createPreferences } from "./state/preferences.ts";
import { createRouter } from "./state/router.ts";

const engine = createEngine();
const own = createOwnTable();
const ledger = createLedger();
const preferences = createPreferences(storageOf(window));
const router = createRouter(windowAddressBar(window), studyIds);

const loading = new Map<StudyId, Promise<Study>>();
const loaded: Study[] = [];
const openStudy = (id: StudyId): Promise<Study> => {
  const known = loading.get(id);
  if (known) return known;
  const { create } = studies.find((study) => study.id === id)!;
  const study = create({ engine, own, ledger, address: router.addressOf(id) });
  loading.set(id, study);
  void study.then((created) => loaded.push(created));
  return study;
};

window.addEventListener("pagehide", () => loaded.forEach(({ scenarios }) => scenarios.getState().flush()));
registerOffline();

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <App engine={engine} preferences={preferences} router={router} openStudy={openStudy} />
  </StrictMode>,
);

function storageOf(page: Window): Storage | undefined {
  try {
    return page.localStorage;
  } catch {
    return undefined;
  }
}
