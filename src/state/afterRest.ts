/** Acts once nothing has called for so long. */
interface AfterRest {
  readonly call: () => void;
  /** Forgets what was called for. */
  readonly stop: () => void;
}

/**
 * What acts once nothing has called for so long. A drag calls sixty times a second and more: one timer stands meanwhile,
 * since to clear and set one in each move costs as much as a line of the picture.
 */
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
