/** Of the two kinds of axes that a page gives a name in place of a unit. */
const ofKinds: ReadonlyMap<string, string> = new Map([
  ["date", "days since 1970-01-01"],
  ["time", "hours since midnight"],
]);

/** The unit of an axis as a file says it: of an axis of dates ("date") or times of day ("time"), what its numbers count. */
export function writtenUnit(unit: string): string {
  return ofKinds.get(unit) ?? unit;
}

/** The unit of an axis in a file, as a page draws it: what `writtenUnit` was given. */
export function drawnUnit(written: string): string {
  return [...ofKinds].find(([, text]) => text === written)?.[0] ?? written;
}

/** The unit of a density over axes of these units, "1/kg"; "" unless all are known. */
export function densityUnit(units: readonly string[]): string {
  const each = units.map((unit) => (unit === "date" ? "day" : unit === "time" ? "hour" : unit));
  if (each.includes("")) return "";
  return each.length === 1 ? `1/${each[0]!}` : `1/(${each.join("·")})`;
}

/** A name with its unit, "weight (kg)"; as it is where it says the unit itself, as "weight [kg]" and "income in €" do. */
export function withUnit(name: string, unit: string): string {
  const saysIt = [`(${unit})`, `[${unit}]`, ` ${unit}`].some((end) => name.endsWith(end));
  return unit === "" || saysIt ? name : `${name} (${unit})`;
}
