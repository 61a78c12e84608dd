import { numberText } from "../../core/numberFormats.ts";
import { axisOver, type LinePicture, type PlottedSeries } from "../../plots/small/linePlot.ts";
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

interface ErrorOfMechanism {
  readonly mechanism: string;
  readonly label: string;
  readonly at: number;
  readonly mean: number;
  readonly low: number;
  readonly high: number;
}

const leastShare = 1e-5;

/** None along a single value. */
export function errorPictures({ mechanisms, columns, norm, epsilon, recordCount, limitAt }: ComparedErrors) {
  // On a log scale a share of 0 is half a point of a fine grid.
  const placed = (value: number) => (norm === "disagreement" ? Math.max(value, leastShare) : value);
  const errorsAlong = (at: "epsilon" | "recordCount"): ErrorOfMechanism[] =>
    mechanisms.flatMap(({ id, label }) =>
      columns
        .filter((column) => column.mechanism === id && (at === "recordCount" || column.recordCount === recordCount))
        .flatMap((column) =>
          at === "epsilon"
            ? column.errors.map((entry) => ({ at: entry.epsilon, error: entry[norm] }))
            : [{ at: column.recordCount, error: errorAt(column, epsilon, norm) }],
        )
        .flatMap(({ at: place, error }) => (error ? [{ at: place, error }] : []))
        .sort((a, b) => a.at - b.at)
        .map(({ at: place, error: { mean, tenth, ninetieth } }) => ({
          ...{ mechanism: id, label, at: place },
          ...{ mean: placed(mean), low: placed(tenth), high: placed(ninetieth) },
        })),
    );
  const along = { epsilon: errorsAlong("epsilon"), recordCount: errorsAlong("recordCount") };
  const all = [...along.epsilon, ...along.recordCount];
  const heights = heightsOf(all, 1.3);
  const limits = (places: readonly number[], of: (place: number) => number) =>
    norm === "supremum" && limitAt
      ? places.map((place) => [place, of(place)] as const).filter(([, value]) => value > heights[0])
      : [];
  const sizes = [...new Set(columns.map((column) => column.recordCount))].sort((a, b) => a - b);
  return [
    {
      ...{ errors: along.epsilon, name: "ε", now: epsilon },
      limit: limits(epsilons, (at) => limitAt!(at, recordCount)),
    },
    {
      ...{ errors: along.recordCount, name: "records n", now: recordCount },
      limit: limits(sizes, (at) => limitAt!(epsilon, at)),
    },
  ]
    .filter(({ errors }) => new Set(errors.map(({ at }) => at)).size > 1)
    .map(({ errors, name, now, limit }) => ({
      hasLimit: limit.length > 1,
      picture: errorsPicture(errors, { axes: [name, normNames[norm]], heights, now, limit }),
    }));
}

export function heightsOf(errors: readonly ErrorOfMechanism[], room: number): [number, number] {
  return [Math.min(...errors.map(({ low }) => low)) / room, Math.max(...errors.map(({ high }) => high)) * room];
}

/** Means with whiskers, on log scales. */
export function errorsPicture(
  errors: readonly ErrorOfMechanism[],
  {
    axes: [name, error],
    heights,
    now,
    limit = [],
  }: {
    readonly axes: readonly [string, string];
    readonly heights: readonly [number, number];
    readonly now: number;
    /** Lower bound for private releases. */
    readonly limit?: PlottedSeries["points"];
  },
): LinePicture {
  const places = [...new Set(errors.map(({ at }) => at))].sort((a, b) => a - b);
  const mechanisms = new Set(errors.map(({ mechanism }) => mechanism));
  const series = [...mechanisms].flatMap((mechanism): PlottedSeries[] => {
    const own = errors.filter((each) => each.mechanism === mechanism);
    const given = { mechanism, role: "private" as const, points: own.map(({ at, mean }) => [at, mean] as const) };
    const highs = own.map(({ at, high }) => [at, high] as const);
    return [
      { ...given, as: "whiskers", points: highs, from: own.map(({ low }) => low) },
      { ...given, as: "line", name: own[0]!.label },
      { ...given, as: "dots" },
    ];
  });
  return {
    x: axisOver(name, places),
    y: { domain: heights, isLog: true, label: error, isClamped: true, hasGrid: true },
    series: [...(limit.length > 1 ? [{ points: limit, role: "limit" as const, as: "line" as const }] : []), ...series],
    now,
    read: (k) => {
      const there = errors
        .filter(({ at }) => at === places[k])
        .map(({ label, mean }) => `${label} ${numberText(mean)}`);
      return `${name} ${numberText(places[k]!)}: ${there.join(", ")}`;
    },
    description: `${error} along ${name}, on log scales`,
  };
}
