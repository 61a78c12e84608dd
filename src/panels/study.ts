import type { ComponentType } from "react";
import type { StoreApi } from "zustand/vanilla";
import type { Engine } from "../engine/engine.ts";
import type { AddressBar } from "../state/addressBar.ts";
import type { OwnTable } from "../state/conductor.ts";
import type { Ledger } from "../state/ledger.ts";
import type { ScenarioState } from "../state/scenarioStore.ts";

/** What the shell needs to know of any scenario. */
export interface SharedScenario {
  readonly view: "inside" | "outside";
  readonly seed: number | "secure";
}

/** A store that is read, not written. */
export interface ReadableStore<T> {
  getState(): T;
  getInitialState(): T;
  subscribe(listener: (state: T, previous: T) => void): () => void;
}

export interface ScreenProps {
  readonly theme: "light" | "dark";
  readonly reducedMotion: boolean;
}

/** A study, ready to be shown. */
export interface Study {
  readonly scenarios: ReadableStore<ScenarioState<SharedScenario>>;
  readonly Screen: ComponentType<ScreenProps>;
}

/** What a study is made with. */
export interface StudyContext {
  readonly engine: Engine;
  readonly address: AddressBar;
  readonly own: OwnTable;
  readonly ledger: StoreApi<Ledger>;
}
