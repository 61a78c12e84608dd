/** A function that keeps its last result, by its argument as JSON. */
export function remember<A, T>(compute: (argument: A) => T): (argument: A) => T {
  let last: { readonly key: string; readonly result: T } | undefined;
  return (argument) => {
    const key = JSON.stringify([argument]);
    if (last?.key !== key) last = { key, result: compute(argument) };
    return last.result;
  };
}

/** A function that keeps all its results, for few numbers. */
export function rememberEach<T>(compute: (argument: number) => T): (argument: number) => T {
  const known = new Map<number, { readonly result: T }>();
  return (argument) => {
    const before = known.get(argument);
    if (before) return before.result;
    const result = compute(argument);
    known.set(argument, { result });
    return result;
  };
}

/** A function that computes its result at the first call. */
export function onFirstUse<T>(make: () => T): () => T {
  let made: { readonly result: T } | undefined;
  return () => (made ??= { result: make() }).result;
}
