import { StrictMode } from "react";
import type { StoreApi } from "zustand/vanilla";
import { App } from "./app/App.tsx";
import { drawIn } from "./app/drawing.ts";
import { createFileOpener } from "./app/fileOpener.ts";
import type { FirstPicture } from "./app/firstPicture.ts";
import { keepOffline } from "./app/offline.ts";
import { lessonsId, studies, studyIds, type EntryId, type StudyId } from "./app/studies.ts";
import { createStudyOpener } from "./app/studyOpener.ts";
import type { Engine } from "./engine/contract.ts";
import { createStudy } from "./panels/screen/createStudy.tsx";
import { pointerHeld } from "./panels/hooks/pointerHeld.ts";
import type { Study } from "./panels/study/study.ts";
import { later } from "./panels/shared/Later.tsx";
import { createLedgers } from "./state/ledger/ledger.ts";
import { createDatabaseShelf } from "./state/ledger/ledgerShelf.ts";
import { createOwnTable } from "./state/scenario/ownData.ts";
import type { Preferences } from "./state/preferences.ts";
import type { AddressBar } from "./state/addressBar.ts";
import type { StagedAddress } from "./state/scenario/staging.ts";
import type { Router } from "./state/scenario/router.ts";

/** The longest wait for the first answer, in milliseconds: an earlier drawing would delay the worker's messages. */
const patience = 150;

/** The same if the screen drawn at build time is visible: an earlier drawing would show less. */
const patienceWithPicture = 3000;

interface PageParts {
  readonly engine: Engine;
  readonly staged: StagedAddress;
  readonly router: Router<EntryId>;
  readonly preferences: StoreApi<Preferences>;
  readonly first: FirstPicture | undefined;
  readonly storage: Storage | undefined;
}

export async function showPage({ engine, staged, router, preferences, first, storage }: PageParts): Promise<void> {
  const own = createOwnTable();
  const ledgers = createLedgers({ shelf: createDatabaseShelf(), keysOf: engine.keysOf });

  const loaded: Study[] = [];
  const create = (id: StudyId, address: AddressBar) =>
    studies
      .find((entry) => entry.id === id)!
      .create(createStudy, { engine, own, ledgers, address, openFile: (file) => opener.open(file) });
  const openStudy = createStudyOpener(async (id: StudyId): Promise<Study> => {
    const study = await create(id, router.addressOf(id));
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
  pointerHeld.subscribe((isHeld) => engine.holdBack(isHeld));
  window.addEventListener("focus", () => ledgers.refresh());
  const updates = keepOffline();

  const openLessons = createStudyOpener(async (id: typeof lessonsId) => {
    const { createLessonsPage } = await import("./lessons/LessonsPage.tsx");
    return createLessonsPage(router.addressOf(id), studyIds, create, storage);
  });
  const Lessons = later(() => openLessons(lessonsId));

  const { study: entry } = router.store.getState();
  const soon = new Promise<undefined>((resolve) =>
    setTimeout(resolve, first?.hasPicture ? patienceWithPicture : patience),
  );
  const id = entry === lessonsId ? undefined : entry;
  const opening = id && openStudy(id).catch(() => undefined);
  const begun = Promise.resolve(opening).then((study) => study?.begun);
  const study = await Promise.race([opening, soon]);
  await Promise.race([begun, soon]);
  drawIn(
    document.getElementById("root")!,
    <StrictMode>
      <App
        engine={engine}
        preferences={preferences}
        router={router}
        first={id && study && { id, study }}
        openStudy={openStudy}
        staged={staged}
        Lessons={Lessons}
        updates={updates}
        opener={opener}
      />
    </StrictMode>,
  );
  void begun.then(updates.begin);
}
