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

/** The unit of a density over axes of these units, "1/kg", "1/cm³"; "" unless all are known. */
export function densityUnit(units: readonly string[]): string {
  const each = units.map(unitOfStep);
  if (each.includes("")) return "";
  const factors = [...new Set(each)].map(
    (unit) => `${unit}${powerText(each.filter((other) => other === unit).length)}`,
  );
  return factors.length === 1 ? `1/${factors[0]!}` : `1/(${factors.join("·")})`;
}

/** "", "²", "³", …, "¹⁰". */
function powerText(power: number): string {
  return power === 1 ? "" : String(power).replaceAll(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]!);
}

/** The unit of a slope, "g/day"; "" unless both units are known. */
export function slopeUnit(unitX: string, unitY: string): string {
  return unitX === "" || unitY === "" ? "" : `${unitY}/${unitOfStep(unitX)}`;
}

const unitOfStep = (unit: string) => (unit === "date" ? "day" : unit === "time" ? "hour" : unit);

/** A name with its unit, "weight (kg)"; as it is where it says the unit itself: "weight [kg]", "income in €", "hours". */
export function withUnit(name: string, unit: string): string {
  const saysIt = [`(${unit})`, `[${unit}]`, ` ${unit}`].some((end) => name.endsWith(end));
  const isIt = name === unit || (unit.length > 2 && name === `${unit}s`);
  return unit === "" || saysIt || isIt ? name : `${name} (${unit})`;
}
