import { createStore } from "zustand/vanilla";
import { afterRest } from "../../state/afterRest.ts";
import type { ReadableStore } from "./readableStore.ts";

const restMilliseconds = 250;

const movers = "input[type=range], [data-moves-picture]";

/** True while a pointer or key moves the picture, and shortly after. */
export const pointerHeld: ReadableStore<boolean> = pointerHeldOn(globalThis.document);

function pointerHeldOn(page: Document | undefined): ReadableStore<boolean> {
  const store = createStore<boolean>()(() => false);
  let pressed = false;
  const rest = afterRest(restMilliseconds, () => store.setState(pressed));
  const onPress = ({ target }: Event) => {
    if (!isMover(target)) return;
    pressed = true;
    store.setState(true);
  };
  const onInput = ({ target }: Event) => {
    if (!isMover(target)) return;
    store.setState(true);
    rest.call();
  };
  const onLetGo = () => {
    if (!pressed) return;
    pressed = false;
    rest.call();
  };
  const listeners = { pointerdown: onPress, input: onInput, pointerup: onLetGo, pointercancel: onLetGo };
  for (const [event, listener] of Object.entries(listeners)) page?.addEventListener(event, listener, true);
  return store;
}

function isMover(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(movers);
}
