import { axisBottom, axisLeft, scaleLinear, scaleUtc, type Axis, type ScaleLinear } from "d3";
import { smallTickText } from "../core/numberFormats.ts";
import { withUnit } from "../core/release/file/writtenUnit.ts";
import type { Extent } from "./frame.ts";

/** "date" for days since 1970, "time" for hours since midnight, or the unit. */
export interface AxisUnits {
  readonly x?: string;
  readonly y?: string;
  /** Factor of the vertical axis, for reading: 1000 for shares per 1,000. */
  readonly timesY?: number | undefined;
}

const hourMilliseconds = 3_600_000;
const dayMilliseconds = 24 * hourMilliseconds;
/** Hours within which ticks are round clock times. */
const clockReach = 48;
/** Distance from zero, in axis lengths, beyond which ticks are differences. */
const farShare = 1e5;

export function axisTicks(
  scale: ScaleLinear<number, number>,
  count: number,
  unit = "",
  times = 1,
): { readonly values: readonly number[]; readonly format: (value: number) => string } {
  if (unit === "date") {
    const dates = utcScale(scale, dayMilliseconds);
    const dayFormat = dates.tickFormat(count);
    const format = (days: number) =>
      Number.isInteger(days)
        ? dayFormat(new Date(days * dayMilliseconds))
        : clockText(24 * (days - Math.floor(days)), 0);
    return { values: dates.ticks(count).map((date) => date.getTime() / dayMilliseconds), format };
  }
  if (unit === "time") {
    const isClock = scale.domain().every((hours) => Math.abs(hours) <= clockReach);
    const values = isClock
      ? utcScale(scale, hourMilliseconds)
          .ticks(count)
          .map((date) => date.getTime() / hourMilliseconds)
      : scale.ticks(count);
    return { values, format: (hours) => clockText(hours, 0) };
  }
  if (times !== 1) {
    const multiplied = scale.copy().domain(scale.domain().map((value) => value * times));
    const { values, format } = axisTicks(multiplied, count);
    return { values: values.map((value) => value / times), format: (value) => format(value * times) };
  }
  const [lower, upper] = scale.domain() as [number, number];
  const values = scale.ticks(count);
  if (Math.max(-lower, upper) > farShare * (upper - lower)) {
    const [first = lower] = values;
    const [whole, rest] = [scale.tickFormat(count), scaleLinear([0, upper - lower], [0, 1]).tickFormat(count)];
    return { values, format: (value) => (value === first ? whole(value) : `+${rest(value - first)}`) };
  }
  const usual = scale.tickFormat(count);
  const largest = Math.max(...values.map(Math.abs));
  // Labels of many zeros do not fit.
  const small = largest > 0 && largest < 1e-3;
  return { values, format: small ? smallTickText : (value) => usual(value) };
}

function utcScale(scale: ScaleLinear<number, number>, unit: number) {
  return scaleUtc(
    scale.domain().map((value) => new Date(Math.round(value * unit))),
    [0, 1],
  );
}

/**
 * 14:30, 14:30:15.5.
 *
 * @param length hours of its axis
 */
export function clockText(hours: number, length = Infinity): string {
  const step = length >= 6 ? 60_000 : length >= 0.1 ? 1000 : 1;
  const all = Math.round((Math.abs(hours) * hourMilliseconds) / step) * step;
  const [minutes, rest] = [Math.floor(all / 60_000), all % 60_000];
  const two = (count: number) => String(count).padStart(2, "0");
  const seconds = rest === 0 ? "" : `:${two(Math.floor(rest / 1000))}`;
  const fraction = rest % 1000 === 0 ? "" : String((rest % 1000) / 1000).slice(1);
  const sign = hours < 0 && all > 0 ? "−" : "";
  return `${sign}${Math.floor(minutes / 60)}:${two(minutes % 60)}${seconds}${fraction}`;
}

const digitWidth = 7;

export function bottomAxis(scale: ScaleLinear<number, number>, count: number, unit?: string): Axis<number> {
  return axisWith(scale, fittingTicks(scale, count, unit));
}

export function axisWith(
  scale: ScaleLinear<number, number>,
  { values, format }: { readonly values: readonly number[]; readonly format: (value: number) => string },
): Axis<number> {
  return axisBottom<number>(scale)
    .tickValues([...values])
    .tickFormat(format)
    .tickSize(4);
}

export function fittingTicks(
  scale: ScaleLinear<number, number>,
  count: number,
  unit?: string,
): ReturnType<typeof axisTicks> {
  const ticks = axisTicks(scale, count, unit);
  const [first, last] = scale.range() as [number, number];
  const lengths = ticks.values.map((value) => ticks.format(value).length);
  const step = (last - first) / Math.max(1, ticks.values.length - 1);
  const isTight = lengths.some((length, i) => i > 0 && digitWidth * ((length + lengths[i - 1]!) / 2 + 1) > step);
  return count > 2 && isTight ? fittingTicks(scale, count - 1, unit) : ticks;
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

/** A name with its unit, or with the day of an axis within one; ticks of dates and times show theirs. */
export function axisName(name: string, unit = "", ends?: Extent): string {
  if (unit === "date") return ends && isWithinDay(ends) ? `${name} (${dateText(ends[0])})` : name;
  return unit === "time" ? name : withUnit(name, unit);
}

function isWithinDay([lower, upper]: Extent): boolean {
  return lower > Math.floor(lower) && upper < Math.floor(lower) + 1;
}

export function dateText(days: number): string {
  const date = new Date(days * dayMilliseconds);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 10);
}

/** Pixels for the vertical axis's labels, in a few widths. */
export function roomForLabels(
  [lower, upper]: readonly [number, number],
  count: number,
  { y, timesY }: Pick<AxisUnits, "y" | "timesY"> = {},
): number {
  const request = [lower, upper, count, y, timesY];
  if (request.every((part, i) => Object.is(part, lastRoom.request[i]))) return lastRoom.room;
  const { values, format } = axisTicks(scaleLinear([lower, upper], [0, 1]), count, y, timesY);
  const longest = values.reduce((most, value) => Math.max(most, format(value).length), 0);
  const room = longest <= 5 ? 44 : longest <= 7 ? 56 : longest <= 9 ? 72 : 100;
  lastRoom = { request, room };
  return room;
}

let lastRoom: { readonly request: readonly unknown[]; readonly room: number } = { request: ["nothing"], room: 0 };
