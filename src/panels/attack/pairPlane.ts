import { significant } from "../../core/numberFormats.ts";
import type { RecordMove } from "../../core/release/attacking.ts";
import { firstMove, type AttackSubject } from "./attackSubject.ts";

type Place = readonly [x: number, y: number];

/** Records as points or curves, and a move as the place of one. Private. */
export interface PairPlane {
  readonly x: { readonly label: string; readonly domain: Place };
  /** Absent for records of one number. */
  readonly y: { readonly label: string; readonly domain: Place } | undefined;
  /** A point, or a curve's points; y is 0 without an axis. */
  readonly markOf: (record: number, to?: readonly number[]) => readonly Place[];
  /** With x′ there. */
  readonly movedTo: (move: RecordMove, place: Place) => RecordMove;
}

export function pairPlaneOf(of: AttackSubject): PairPlane {
  const { fields, valuesOf, curves, axis } = of;
  if (curves) return planeOfCurves(of, curves, axis);
  const [first, second] = fields.flatMap(({ choices }, k) => (choices ? [] : [k]));
  const axisOf = (k: number) => ({ label: fields[k]!.label, domain: [fields[k]!.min, fields[k]!.max] as const });
  return {
    x: axisOf(first!),
    y: second === undefined ? undefined : axisOf(second),
    markOf: (record, to = valuesOf(record)) => [[to[first!]!, second === undefined ? 0 : to[second]!]],
    movedTo: ({ record, to }, [x, y]) => {
      const moved = to.with(first!, within(x, fields[first!]!));
      return { record, to: second === undefined ? moved : moved.with(second, within(y, fields[second]!)) };
    },
  };
}

function planeOfCurves(
  of: AttackSubject,
  { places, of: curveOf }: NonNullable<AttackSubject["curves"]>,
  axis: string,
): PairPlane {
  const [factor] = of.fields as [AttackSubject["fields"][number]];
  let reach = 0;
  for (let record = 0; record < of.count; record++)
    for (const y of curveOf(record)) reach = Math.max(reach, Math.abs(y));
  return {
    x: { label: axis, domain: [places[0]!, places.at(-1)!] },
    y: { label: "", domain: [-1.5 * reach, 1.5 * reach] },
    markOf: (record, [times] = [1]) => Array.from(curveOf(record), (y, i) => [places[i]!, times! * y] as const),
    movedTo: ({ record }, [x, y]) => {
      const curve = curveOf(record);
      const at = places.reduce((best, place, i) => (Math.abs(place - x) < Math.abs(places[best]! - x) ? i : best), 0);
      return { record, to: [within(y / (curve[at]! || reach), factor)] };
    },
  };
}

function within(value: number, { min, max }: { readonly min: number; readonly max: number }): number {
  return Math.min(max, Math.max(min, significant(value, 4)));
}

export type PairScreen = ReturnType<typeof pairScreen>;

const margin = { left: 12, right: 12, top: 20, bottom: 22 };

export function pairScreen({ x, y }: Pick<PairPlane, "x" | "y">, width: number) {
  const height = y ? Math.min(280, Math.max(200, 0.5 * width)) : 84;
  const [right, bottom] = [width - margin.right, height - margin.bottom];
  const [least, reach] = [x.domain[0], x.domain[1] - x.domain[0]];
  const across = (value: number) => margin.left + ((value - least) / reach) * (right - margin.left);
  const up = (value: number) =>
    y ? bottom - ((value - y.domain[0]) / (y.domain[1] - y.domain[0])) * (bottom - margin.top) : bottom - 14;
  const pathOf = (mark: readonly Place[]) => {
    const tenth = (pixels: number) => Math.round(10 * pixels) / 10;
    const points = mark.map(([a, b], i) => `${i === 0 ? "M" : "L"}${tenth(across(a))},${tenth(up(b))}`);
    return points.join("") + (mark.length > 1 ? "" : y ? "h0" : "v12");
  };
  const valueAt = ([px, py]: Place): Place => [
    least + ((px - margin.left) / (right - margin.left)) * reach,
    y ? y.domain[0] + ((bottom - py) / (bottom - margin.top)) * (y.domain[1] - y.domain[0]) : 0,
  ];
  const distanceTo = (mark: readonly Place[], [px, py]: Place) =>
    Math.min(...mark.map(([a, b]) => Math.hypot(across(a) - px, y ? up(b) - py : 0)));
  return { width, height, left: margin.left, right, bottom, across, up, pathOf, valueAt, distanceTo };
}

/** Another x; x′ stays, if it is elsewhere. */
export function withRecord(of: AttackSubject, { to }: RecordMove, record: number): RecordMove {
  const isElsewhere = of.valuesOf(record).some((value, k) => value !== to[k]);
  return isElsewhere ? { record, to } : firstMove(of, record);
}
