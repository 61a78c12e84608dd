import "./app/tokens.css";
import "./app/base.css";
import { showFirstPicture } from "./app/firstPicture.ts";
import { studies, studyIds } from "./app/studies.ts";
import { createEngine } from "./engine/engine.ts";
import { readFirstAnswer } from "./engine/firstAnswer.ts";
import { keepEarlyDrop } from "./panels/data/earlyDrop.ts";
import { windowAddressBar } from "./state/addressBar.ts";
import { createPreferences, effectiveTheme } from "./state/preferences.ts";
import { createRouter } from "./state/scenario/router.ts";

/**
 * The first script of the page, and a short one. What takes longest is begun at once and comes side by side: a worker with its
 * part of the study that the address names, that study, and the page around it.
 */
function start() {
  keepEarlyDrop();
  const preferences = createPreferences(storageOf(window));
  const isDark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  const first = showFirstPicture(window.location.hash, effectiveTheme(preferences.getState().theme, isDark));
  const router = createRouter(windowAddressBar(window), studyIds);
  const { study } = router.store.getState();
  // Where the picture is there, so are the numbers that it is drawn from: a worker is needed only later.
  const firstAnswer = first && import("./app/firstAnswerText.ts").then(({ text }) => readFirstAnswer(text));
  const engine = createEngine({ study, firstAnswer: firstAnswer?.catch(() => undefined) });
  // React runs as soon as it is there. Where it does not come, main.tsx does not either, which is told below.
  import("./app/drawing.ts").catch(() => undefined);
  const main = import("./main.tsx");
  // What does not come is asked for again, and told, where it is needed.
  studies
    .find(({ id }) => id === study)
    ?.load()
    .catch(() => undefined);
  main.then(
    ({ showPage }) => showPage({ engine, router, preferences, first }),
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
else document.documentElement.classList.add("cannot-start"); // index.html says what is missing.
