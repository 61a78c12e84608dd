const ofKinds: ReadonlyMap<string, string> = new Map([
  ["date", "days since 1970-01-01"],
  ["time", "hours since midnight"],
]);

/** Unit of an axis in a file; for "date" and "time" that of the numbers. */
export function writtenUnit(unit: string): string {
  return ofKinds.get(unit) ?? unit;
}

export function drawnUnit(written: string): string {
  return [...ofKinds].find(([, text]) => text === written)?.[0] ?? written;
}

/** "1/kg", "1/cm³"; "" unless all units are known. */
export function densityUnit(units: readonly string[]): string {
  const each = units.map(unitOfStep);
  if (each.includes("")) return "";
  const factors = [...new Set(each)].map(
    (unit) => `${unit}${powerText(each.filter((other) => other === unit).length)}`,
  );
  return factors.length === 1 ? `1/${factors[0]!}` : `1/(${factors.join("·")})`;
}

function powerText(power: number): string {
  return power === 1 ? "" : String(power).replaceAll(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]!);
}

/** "g/day"; "" unless both units are known. */
export function slopeUnit(unitX: string, unitY: string): string {
  return unitX === "" || unitY === "" ? "" : `${unitY}/${unitOfStep(unitX)}`;
}

const unitOfStep = (unit: string) => (unit === "date" ? "day" : unit === "time" ? "hour" : unit);

/** Name with its unit, "weight (kg)", unless it contains it. */
export function withUnit(name: string, unit: string): string {
  const saysIt = [`(${unit})`, `[${unit}]`, ` ${unit}`].some((end) => name.endsWith(end));
  const isIt = name === unit || (unit.length > 2 && name === `${unit}s`);
  return unit === "" || saysIt || isIt ? name : `${name} (${unit})`;
}
