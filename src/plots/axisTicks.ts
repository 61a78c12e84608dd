import { axisBottom, axisLeft, scaleLinear, scaleUtc, type Axis, type ScaleLinear } from "d3";
import { smallTickText } from "../core/numberFormats.ts";
import { withUnit } from "../core/release/file/writtenUnit.ts";

/** Units of an axis: "date" for days since 1970, "time" for hours since midnight, or the unit of the numbers. */
export interface AxisUnits {
  readonly x?: string;
  readonly y?: string;
  /** Factor on the numbers of the vertical axis for reading: 1000 for shares per 1,000. */
  readonly timesY?: number | undefined;
}

const dayMilliseconds = 86_400_000;

export function axisTicks(
  scale: ScaleLinear<number, number>,
  count: number,
  unit = "",
  times = 1,
): { readonly values: readonly number[]; readonly format: (value: number) => string } {
  if (unit === "date") {
    const [first, last] = scale.domain() as [number, number];
    const dates = scaleUtc([new Date(first * dayMilliseconds), new Date(last * dayMilliseconds)], [0, 1]);
    const format = dates.tickFormat(count);
    const values = dates.ticks(count).map((date) => date.getTime() / dayMilliseconds);
    return { values, format: (days) => format(new Date(days * dayMilliseconds)) };
  }
  if (unit === "time") return { values: scale.ticks(count), format: clockText };
  if (times !== 1) {
    const multiplied = scale.copy().domain(scale.domain().map((value) => value * times));
    const { values, format } = axisTicks(multiplied, count);
    return { values: values.map((value) => value / times), format: (value) => format(value * times) };
  }
  const usual = scale.tickFormat(count);
  const values = scale.ticks(count);
  const largest = Math.max(...values.map(Math.abs));
  // Labels of many zeros do not fit: 0.000025 is 2.5e-5.
  const small = largest > 0 && largest < 1e-3;
  return { values, format: small ? smallTickText : (value) => usual(value) };
}

export function clockText(hours: number): string {
  const minutes = Math.round(60 * hours);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;
}

export function bottomAxis(scale: ScaleLinear<number, number>, count: number, unit?: string): Axis<number> {
  const { values, format } = axisTicks(scale, count, unit);
  return axisBottom<number>(scale)
    .tickValues([...values])
    .tickFormat(format)
    .tickSize(4);
}

export function leftAxis(
  scale: ScaleLinear<number, number>,
  count: number,
  { y, timesY }: Pick<AxisUnits, "y" | "timesY"> = {},
): Axis<number> {
  const { values, format } = axisTicks(scale, count, y, timesY);
  return axisLeft<number>(scale)
    .tickValues([...values])
    .tickFormat(format)
    .tickSize(4);
}

/** Name of an axis with its unit; ticks of dates and times of day already show theirs. */
export function axisName(name: string, unit = ""): string {
  return unit === "date" || unit === "time" ? name : withUnit(name, unit);
}

/**
 * Pixels left of a plane, so that no label of its vertical axis is cut; in a few widths, as labels change while a picture
 * moves. Remembers the last result.
 */
export function roomForLabels(
  [lower, upper]: readonly [number, number],
  count: number,
  { y, timesY }: Pick<AxisUnits, "y" | "timesY"> = {},
): number {
  const request = [lower, upper, count, y, timesY];
  if (request.every((part, i) => Object.is(part, lastRoom.request[i]))) return lastRoom.room;
  const { values, format } = axisTicks(scaleLinear([lower, upper], [0, 1]), count, y, timesY);
  const longest = values.reduce((most, value) => Math.max(most, format(value).length), 0);
  const room = longest <= 5 ? 44 : longest <= 7 ? 56 : 72;
  lastRoom = { request, room };
  return room;
}

let lastRoom: { readonly request: readonly unknown[]; readonly room: number } = { request: ["nothing"], room: 0 };
