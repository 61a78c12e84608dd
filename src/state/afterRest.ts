interface AfterRest {
  readonly call: () => void;
  readonly stop: () => void;
}

/** A debounced action. One timer stands during a drag: setting one per move costs as much as a line of the picture. */
export function afterRest(milliseconds: number, act: () => void): AfterRest {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let due = 0;
  const look = () => {
    const left = due - performance.now();
    timer = left > 0 ? setTimeout(look, left) : undefined;
    if (timer === undefined) act();
  };
  return {
    call: () => {
      due = performance.now() + milliseconds;
      timer ??= setTimeout(look, milliseconds);
    },
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
