/**
 * Slices inside another computation: maps what they yield, and returns their result.
 *
 * @param slices yields between two slices
 */
export function* mapSlices<From, To, T>(slices: Generator<From, T>, report: (from: From) => To): Generator<To, T> {
  for (;;) {
    const slice = slices.next();
    if (slice.done) return slice.value;
    yield report(slice.value);
  }
}

export function portion<T>(steps: Generator<number, T>, start: number, end: number): Generator<number, T> {
  return mapSlices(steps, (done) => start + done * (end - start));
}

/** Result of slices; awaits `between` with what each yields. */
export async function awaitSlices<From, T>(
  slices: Generator<From, T>,
  between: (from: From) => Promise<void>,
): Promise<T> {
  for (;;) {
    const slice = slices.next();
    if (slice.done) return slice.value;
    await between(slice.value);
  }
}

/** Result of slices, at once. */
export function lastOf<T>(slices: Generator<unknown, T>): T {
  for (;;) {
    const slice = slices.next();
    if (slice.done) return slice.value;
  }
}

const noSlices: readonly never[] = [];

/** A computation without slices. */
export function* justOnce<T>(value: T): Generator<never, T> {
  yield* noSlices;
  return value;
}
