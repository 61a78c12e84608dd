/**
 * A computation in slices inside another one: what its slices yield, as `told` says it, and its result.
 *
 * @param slices yields between two slices
 */
export function* mapSlices<From, To, T>(slices: Generator<From, T>, told: (from: From) => To): Generator<To, T> {
  for (;;) {
    const slice = slices.next();
    if (slice.done) return slice.value;
    yield told(slice.value);
  }
}

/** A computation inside another one, whose progress from 0 to 1 is the other's from `start` to `end`. */
export function portion<T>(steps: Generator<number, T>, start: number, end: number): Generator<number, T> {
  return mapSlices(steps, (done) => start + done * (end - start));
}

/** The result of a computation in slices, after `between` was awaited with what each of them yields. */
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

/** The result of a computation in slices, all at once. */
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
