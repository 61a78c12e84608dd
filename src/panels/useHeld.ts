import { useEffect, useState } from "react";

const restMilliseconds = 250;

/** What a hand moves the picture with: sliders, and marks in the picture that say so. */
const movers = "input[type=range], [data-moves-picture]";

/** Whether a hand moves the picture: it holds a slider's thumb or a mark, or moved one a moment ago. */
export function useHeld(): boolean {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    let pressed = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = () => {
      clearTimeout(timer);
      timer = setTimeout(() => setHeld(pressed), restMilliseconds);
    };
    const onPress = ({ target }: Event) => {
      if (!isMover(target)) return;
      pressed = true;
      setHeld(true);
    };
    // The keyboard moves a slider without a press.
    const onInput = ({ target }: Event) => {
      if (!isMover(target)) return;
      setHeld(true);
      rest();
    };
    const onLetGo = () => {
      if (!pressed) return;
      pressed = false;
      rest();
    };
    const listeners = { pointerdown: onPress, input: onInput, pointerup: onLetGo, pointercancel: onLetGo };
    for (const [event, listener] of Object.entries(listeners)) document.addEventListener(event, listener, true);
    return () => {
      clearTimeout(timer);
      for (const [event, listener] of Object.entries(listeners)) document.removeEventListener(event, listener, true);
    };
  }, []);
  return held;
}

function isMover(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(movers);
}
