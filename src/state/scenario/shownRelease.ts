import { createStore, type StoreApi } from "zustand/vanilla";
import type { ReleaseFile } from "../../core/release/file/releaseFile.ts";
import type { ScenarioStore } from "./scenarioStore.ts";
import type { CommonScenario } from "./sharedFields.ts";

export interface ShownRelease {
  readonly file: ReleaseFile;
  readonly origin: "made" | "opened";
}

/** A release in place of a preview. */
interface ReleaseOnShow {
  readonly shown: ShownRelease | undefined;
  /** Ended by a moved setting. */
  readonly ended: ShownRelease | undefined;
}

export interface ReleaseShowing {
  readonly store: StoreApi<ReleaseOnShow>;
  /** Goes outside, where it is now the picture. */
  readonly show: (release: ShownRelease) => void;
  /** Back to exploring, inside. */
  readonly end: () => void;
  /** Other records or settings: outside is a preview again. */
  readonly supersede: () => void;
  /** Other data: earlier releases do not belong to their ledger. */
  readonly forget: () => void;
}

/**
 * Any moved setting ends it, except side and drawing of previews.
 *
 * @param free further fields that may move
 */
export function createReleaseShowing<S extends CommonScenario>(
  scenarios: ScenarioStore<S>,
  free: readonly (keyof S)[],
): ReleaseShowing {
  const store = createStore<ReleaseOnShow>()(() => ({ shown: undefined, ended: undefined }));
  let moving = false;
  const goTo = (view: "inside" | "outside") => {
    moving = true;
    try {
      scenarios.getState().set({ view } as Partial<S>, { commit: true });
    } finally {
      moving = false;
    }
  };
  const supersede = () => {
    const { shown } = store.getState();
    if (shown) store.setState({ shown: undefined, ended: shown });
  };

  scenarios.subscribe(({ scenario }, { scenario: before }) => {
    if (moving || scenario === before) return;
    // The side may remove the seed, which is no part of a release.
    const settings = (Object.keys(scenario) as (keyof S)[]).filter(
      (field) => field !== "view" && field !== "seed" && !free.includes(field),
    );
    const isSame = (field: keyof S) => JSON.stringify(scenario[field]) === JSON.stringify(before[field]);
    if (!settings.every(isSame)) supersede();
  });

  return {
    store,
    show: (shown) => {
      store.setState({ shown, ended: undefined });
      goTo("outside");
    },
    end: () => {
      store.setState({ shown: undefined, ended: undefined });
      goTo("inside");
    },
    supersede,
    forget: () => {
      if (store.getState().ended?.origin === "made") store.setState({ ended: undefined });
    },
  };
}
