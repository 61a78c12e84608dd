import type { Extent } from "../../plots/frame.ts";
import type { ErrorsPicture } from "../../plots/small/errorsPlot.ts";
import { epsilons } from "./comparisonJobs.ts";
import { errorAt, normNames, type Compared, type Mechanism, type Norm } from "./verdict.ts";

interface ComparedErrors {
  readonly mechanisms: readonly Mechanism[];
  readonly columns: readonly Compared[];
  readonly norm: Norm;
  readonly epsilon: number;
  readonly recordCount: number;
  readonly limitAt?: ((epsilon: number, recordCount: number) => number) | undefined;
}

const leastShare = 1e-5;

/** Undefined for an axis with a single value. */
export function errorPictures({
  mechanisms,
  columns,
  norm,
  epsilon,
  recordCount,
  limitAt,
}: ComparedErrors): [ErrorsPicture | undefined, ErrorsPicture | undefined] {
  // A share of 0 has no place on a log scale: it is drawn as half a point of a fine grid.
  const placed = (value: number) => (norm === "disagreement" ? Math.max(value, leastShare) : value);
  const pointOf = (at: number, { mean, tenth, ninetieth }: { mean: number; tenth: number; ninetieth: number }) => ({
    at,
    mean: placed(mean),
    low: placed(tenth),
    high: placed(ninetieth),
  });
  const along = mechanisms.map((mechanism) => {
    const own = columns.filter((column) => column.mechanism === mechanism.id);
    const full = own.find((column) => column.recordCount === recordCount);
    return {
      mechanism: mechanism.id,
      label: mechanism.label,
      epsilons: (full?.errors ?? []).flatMap((entry) => {
        const error = entry[norm];
        return error ? [pointOf(entry.epsilon, error)] : [];
      }),
      records: own
        .flatMap((column) => {
          const error = errorAt(column, epsilon, norm);
          return error ? [pointOf(column.recordCount, error)] : [];
        })
        .sort((a, b) => a.at - b.at),
    };
  });
  const all = along.flatMap(({ epsilons, records }) => [...epsilons, ...records]);
  if (all.length === 0) return [undefined, undefined];
  const y: Extent = [Math.min(...all.map(({ low }) => low)) / 1.3, Math.max(...all.map(({ high }) => high)) * 1.3];
  const name = normNames[norm];
  const pictureOf = (of: "epsilons" | "records", title: string, now: number, limit: ErrorsPicture["limit"]) => {
    const places = along.flatMap((each) => each[of].map(({ at }) => at));
    if (new Set(places).size < 2) return undefined;
    return {
      name,
      along: { name: title, now },
      lines: along
        .filter((each) => each[of].length > 0)
        .map(({ mechanism, label, ...each }) => ({ mechanism, label, points: each[of] })),
      x: [Math.min(...places), Math.max(...places)] as Extent,
      y,
      limit: limit.filter(([, value]) => value > y[0]),
    };
  };
  const limits = (places: readonly number[], at: (place: number) => number) =>
    norm === "supremum" && limitAt ? places.map((place) => [place, at(place)] as const) : [];
  const sizes = [...new Set(columns.map((column) => column.recordCount))].sort((a, b) => a - b);
  return [
    pictureOf(
      "epsilons",
      "ε",
      epsilon,
      limits(epsilons, (at) => limitAt!(at, recordCount)),
    ),
    pictureOf(
      "records",
      "records n",
      recordCount,
      limits(sizes, (at) => limitAt!(epsilon, at)),
    ),
  ];
}
