import type { Points } from "../../../core/points.ts";
import { axisName } from "../../../plots/axisTicks.ts";
import type { FurtherLine } from "../../../plots/furtherLines.ts";
import type { RowCloud, TablePicture } from "../../../plots/plane/tablePlot.ts";
import type { FabricationScenario } from "../model/scenario.ts";
import type { FabricationView } from "../model/view.ts";

type Shown = Pick<FabricationScenario, "x" | "y" | "unitX" | "unitY" | "domainX" | "domainY" | "field" | "layers">;

export function tablePictureOf(
  { x, y, unitX, unitY, domainX, domainY, field, layers }: Shown,
  { original, released, facts }: FabricationView,
  moving?: Float64Array,
  cursor?: TablePicture["cursor"],
  further: readonly FurtherLine[] = [],
): TablePicture {
  const { classOf, noisy, field: plane } = facts;
  const p = noisy.dimension;
  const clouds: readonly (RowCloud | undefined)[] = [
    plane && { kind: "image", coordinates: inPlane(plane.image.coordinates, p), classOf: undefined },
    original && { kind: "original", coordinates: inPlane(original, p), classOf },
    { kind: "noisy", coordinates: inPlane(noisy.coordinates, p), classOf },
    { kind: "fabricated", coordinates: inPlane(moving ?? released, p), classOf },
  ];
  const average = further.find(({ kind }) => kind === "average");
  return {
    title: "",
    domain: plane ? { x: extentOf(plane.grid.axes[0]!), y: extentOf(plane.grid.axes[1]!) } : { x: domainX, y: domainY },
    ranges: { x: domainX, y: domainY },
    label: { x: axisName(x, unitX, domainX), y: axisName(y, unitY, domainY) },
    units: { x: unitX, y: unitY },
    field:
      plane && field !== "none"
        ? { kind: field, ...plane, counts: [plane.grid.axes[0]!.count, plane.grid.axes[1]!.count], reach: farthest }
        : undefined,
    clouds: [
      ...clouds.filter((cloud) => cloud !== undefined).filter(({ kind }) => layers.some((layer) => layer === kind)),
      ...(average ? [{ kind: "second" as const, coordinates: inPlane(average.values, p), classOf }] : []),
    ],
    moves: original && further.flatMap((line) => movesOf(line, original, p)),
    cursor,
  };
}

/** Rows of the same people that stand elsewhere in another table. */
function movesOf(
  { kind, values, pen }: FurtherLine,
  original: Float64Array,
  p: number,
): NonNullable<TablePicture["moves"]> {
  if (kind === "average") return [];
  const rows = new Set(
    Array.from(original.keys())
      .filter((i) => values[i] !== original[i])
      .map((i) => Math.floor(i / p)),
  );
  const at = (of: Float64Array, row: number) => [of[row * p]!, of[row * p + 1]!] as const;
  return Array.from(rows, (row) => ({ kind, pen, from: at(original, row), to: at(values, row) }));
}

export function inPlane(rows: Float64Array, p: number): Float64Array {
  if (p === 2) return rows;
  return Float64Array.from({ length: (2 * rows.length) / p }, (_, k) => rows[Math.floor(k / 2) * p + (k % 2)]!);
}

/** The largest coloured distance, in shares of the ranges. Public. */
export const farthest = 0.3;

function extentOf({ lower, upper }: { readonly lower: number; readonly upper: number }): readonly [number, number] {
  return [lower, upper];
}

/** Frame k at whole numbers, fabricated rows beyond the last. */
export function rowsAt(frames: readonly Points[], released: Float64Array, at: number): Float64Array {
  const stage = (k: number) => frames[k]?.coordinates ?? released;
  const k = Math.floor(at);
  const share = at - k;
  if (share === 0) return stage(k);
  const [from, to] = [stage(k), stage(k + 1)];
  return from.map((value, i) => value + share * (to[i]! - value));
}
