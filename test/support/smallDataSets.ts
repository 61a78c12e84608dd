/** All data sets of n values among these, in order; the order of records does not matter. */
export function multisets(places: readonly number[], n: number): readonly (readonly number[])[] {
  if (n === 0) return [[]];
  return places.flatMap((place, k) => multisets(places.slice(k), n - 1).map((rest) => [place, ...rest]));
}

/** All neighbours of a data set in which one value is replaced by another one of these, each in order. */
export function replacements(values: readonly number[], places: readonly number[]): readonly (readonly number[])[] {
  return values.flatMap((value, i) =>
    values.indexOf(value) === i
      ? places.filter((place) => place !== value).map((place) => values.with(i, place).toSorted((a, b) => a - b))
      : [],
  );
}
