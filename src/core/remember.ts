/** A function that keeps its last result, for arguments that are equal as JSON. */
export function remember<A, T>(compute: (argument: A) => T): (argument: A) => T {
  let last: { readonly key: string; readonly result: T } | undefined;
  return (argument) => {
    const key = JSON.stringify([argument]);
    if (last?.key !== key) last = { key, result: compute(argument) };
    return last.result;
  };
}
