const units: ReadonlyMap<string, string> = new Map([
  ["hours", "hour"],
  ["eruptions", "min"],
  ["waiting", "min"],
  ["sepal length", "cm"],
  ["sepal width", "cm"],
  ["petal length", "cm"],
  ["petal width", "cm"],
  ["speed", "mph"],
  ["distance", "ft"],
  ["weight", "g"],
  ["Time", "day"],
]);

/** Unit of a column of the examples; "" if its source states none. */
export function exampleUnit(column: string): string {
  return units.get(column) ?? "";
}
