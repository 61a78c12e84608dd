import "./app/tokens.css";
import "./app/base.css";
import { showFirstPicture } from "./app/firstPicture.ts";
import { entryIds, lessonsId, openings, studies, studyIds } from "./app/studies.ts";
import { createEngine } from "./engine/engine.ts";
import { readFirstAnswer } from "./engine/firstAnswer.ts";
import { keepEarlyDrop } from "./panels/data/earlyDrop.ts";
import { windowAddressBar } from "./state/addressBar.ts";
import { createPreferences, effectiveTheme } from "./state/preferences.ts";
import { createStagedAddress } from "./state/scenario/staging.ts";
import { createRouter } from "./state/scenario/router.ts";

/** Starts the slow parts in parallel: a worker with its part of the study, the study, and the page around it. */
function start() {
  keepEarlyDrop();
  const storage = storageOf(window);
  const preferences = createPreferences(storage);
  const holds = (query: string) => window.matchMedia(query).matches;
  const theme = holds("(forced-colors: active)") ? "system" : preferences.getState().theme;
  const staged = createStagedAddress(windowAddressBar(window));
  const router = createRouter(staged.address, entryIds, openings);
  const { study: entry } = router.store.getState();
  const asked = { hash: window.location.hash, entry, staging: staged.store.getState() };
  const first = showFirstPicture(asked, effectiveTheme(theme, holds("(prefers-color-scheme: dark)")));
  const study = entry === lessonsId ? studyIds[0] : entry;
  // The first picture comes with its numbers, so that a worker is needed only later.
  const firstAnswer = first?.hasPicture && import("./app/firstAnswerText.ts").then(({ text }) => readFirstAnswer(text));
  const engine = createEngine({ study, firstAnswer: firstAnswer ? firstAnswer.catch(() => undefined) : undefined });
  // If React fails to load, so does main.tsx, which is handled below.
  import("./app/drawing.ts").catch(() => undefined);
  const main = import("./main.tsx");
  // A failed load is repeated and reported where the study is needed.
  studies
    .find(({ id }) => id === study)
    ?.load()
    .catch(() => undefined);
  main.then(
    ({ showPage }) => showPage({ engine, staged, router, preferences, first, storage }),
    () => first?.withdraw(), // index.html says what is missing.
  );
}

function storageOf(page: Window): Storage | undefined {
  try {
    return page.localStorage;
  } catch {
    return undefined;
  }
}

if ("Worker" in window) start();
else document.documentElement.classList.add("cannot-start");
