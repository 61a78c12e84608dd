import { createStore, type StoreApi } from "zustand/vanilla";
import type { ReleaseFile } from "../../core/release/file/releaseFile.ts";
import type { ScenarioStore } from "./scenarioStore.ts";
import type { CommonScenario } from "./sharedFields.ts";

export interface ShownRelease {
  readonly file: ReleaseFile;
  readonly origin: "made" | "opened";
}

/** The release that the outside view shows in place of a preview. */
interface ReleaseOnShow {
  readonly shown: ShownRelease | undefined;
  /** The one before, if a setting that moved ended it. */
  readonly ended: ShownRelease | undefined;
}

export interface ReleaseShowing {
  readonly store: StoreApi<ReleaseOnShow>;
  /** Goes outside, where from now on this is the picture. */
  readonly show: (release: ShownRelease) => void;
  /** Goes back to exploring, inside. */
  readonly end: () => void;
  /** Other records or settings: the outside picture is a preview again. */
  readonly supersede: () => void;
  /** Other data: a release that was made here is of those before, and is not offered again beside their ledger. */
  readonly forget: () => void;
}

/**
 * The release that a study's outside view shows. It stays until the owner goes on exploring: any move of a setting ends
 * it, but for the side and for what concerns only how previews are drawn.
 *
 * @param free fields that may move meanwhile, besides the side
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
    // The side may take the seed with it; a preview's seed is no part of a release.
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
