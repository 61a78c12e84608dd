import "./app/tokens.css";
import "./app/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/App.tsx";
import { createFileOpener } from "./app/fileOpener.ts";
import { keepOffline } from "./app/offline.ts";
import { studies, studyIds } from "./app/studies.ts";
import type { StudyId } from "./app/studies.ts";
import { createStudyOpener } from "./app/studyOpener.ts";
import { createEngine } from "./engine/engine.ts";
import { hand } from "./panels/hand.ts";
import type { Study } from "./panels/study.ts";
import { windowAddressBar } from "./state/addressBar.ts";
import { createLedgers } from "./state/ledger.ts";
import { createDatabaseShelf } from "./state/ledgerShelf.ts";
import { createOwnTable } from "./state/ownData.ts";
import { createPreferences } from "./state/preferences.ts";
import { createRouter } from "./state/router.ts";

const engine = createEngine();
const own = createOwnTable();
const ledgers = createLedgers({ shelf: createDatabaseShelf(), digestOf: engine.digestOf });
const preferences = createPreferences(storageOf(window));
const router = createRouter(windowAddressBar(window), studyIds);

const loaded: Study[] = [];
const openStudy = createStudyOpener(async (id: StudyId): Promise<Study> => {
  const study = await studies
    .find((entry) => entry.id === id)!
    .create({ engine, own, ledgers, address: router.addressOf(id), openFile: (file) => opener.open(file) });
  loaded.push(study);
  return study;
});

const opener = createFileOpener({
  showRelease: async (file) => {
    const id = studyIds.find((known) => known === file.study);
    if (id === undefined) return "This release is of a study that this version does not have.";
    router.open(id);
    (await openStudy(id)).showRelease(file);
    return undefined;
  },
  showLink: (link) => {
    window.location.hash = link;
  },
});

window.addEventListener("pagehide", () => loaded.forEach(({ scenarios }) => scenarios.getState().flush()));
hand.subscribe((isHeld) => engine.holdBack(isHeld));
window.addEventListener("focus", () => ledgers.refresh());
const updates = keepOffline();

if ("Worker" in window) {
  createRoot(document.getElementById("root")!).render(
    <StrictMode>
      <App
        engine={engine}
        preferences={preferences}
        router={router}
        openStudy={openStudy}
        updates={updates}
        opener={opener}
      />
    </StrictMode>,
  );
} else {
  document.documentElement.classList.add("cannot-start"); // index.html says what is missing.
}

function storageOf(page: Window): Storage | undefined {
  try {
    return page.localStorage;
  } catch {
    return undefined;
  }
}
