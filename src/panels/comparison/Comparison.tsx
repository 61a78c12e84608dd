import { useLayoutEffect, useMemo, useRef, useState } from "react";
import type { ReactNode } from "react";
import type { ComparedMechanism, ComparisonParameters } from "../../core/releases/comparison.ts";
import type { Outcome } from "../../engine/outcome.ts";
import { drawErrors, drawMultiple, drawOverlay, drawZeros } from "../../plots/comparisonPlot.ts";
import type { ErrorsPicture, ZerosPicture } from "../../plots/comparisonPlot.ts";
import type { Extent } from "../../plots/frame.ts";
import { Problem } from "../Problem.tsx";
import { saveFile } from "../saveFile.ts";
import { ToolChoice } from "../ToolChoice.tsx";
import { useMapColumns } from "../useMapColumns.ts";
import { useWidth } from "../useWidth.ts";
import { numberText } from "../words.ts";
import { comparisonCsv } from "./comparisonCsv.ts";
import { errorAt, normNames, rankedAt, verdict } from "./verdict.ts";
import type { Compared, Mechanism, Norm } from "./verdict.ts";
import "../../plots/plots.css";
import "./comparison.css";

/** One run of one mechanism. */
export interface ComparisonRun extends ComparisonParameters {
  readonly mechanism: string;
  readonly recordCount: number;
}

interface ComparisonProps {
  readonly mechanisms: readonly Mechanism[];
  readonly run: (run: ComparisonRun, signal: AbortSignal) => Promise<Outcome<ComparedMechanism>>;
  /** Changes with everything that a comparison depends on, but the budget. */
  readonly subject: string;
  readonly epsilon: number;
  readonly delta: number;
  readonly recordCount: number;
  /** The fewest records that a mechanism can work with. */
  readonly leastRecords: number;
  readonly repeats: number;
  readonly ready: boolean;
  /** What is compared: "density". */
  readonly what: string;
  /** What no private release of so many records is always below. */
  readonly limitAt?: ((epsilon: number, recordCount: number) => number) | undefined;
  /** The errors that are offered, the first one at first; the largest and the mean one if absent. */
  readonly norms?: readonly Norm[];
  /** A curve that all mechanisms aim at; absent for a field. */
  readonly curve?: {
    readonly x: Float64Array;
    readonly original: Float64Array;
    readonly name: string;
    /** Public heights between which curves are drawn; from the original and 0 if absent. */
    readonly range?: Extent;
  };
  /** A decision function whose zeros are laid over each other. */
  readonly zeros?: Omit<ZerosPicture, "fields">;
  /** What the panels show, as after "Best first."; said of curves if absent. */
  readonly panelWords?: string;
  /** The panel of one mechanism, where it is no curve. */
  readonly panelOf?: (releases: readonly Float64Array[], width: number, name: string) => ReactNode;
}

const epsilons = Array.from({ length: 13 }, (_, i) => Number((10 ** (-2 + i / 4)).toPrecision(3)));
const shownDraws = 8;
const usualNorms: readonly Norm[] = ["supremum", "average"];
const normLabels: Readonly<Record<Norm, string>> = {
  supremum: "largest anywhere",
  average: "mean over the domain",
  disagreement: "share decided otherwise",
};

/** All mechanisms on the same data under the same budget: curves side by side and over each other, errors along ε and n. */
export function Comparison(props: ComparisonProps) {
  const { mechanisms, epsilon, delta, recordCount, subject, ready, what } = props;
  const map = useMapColumns<Compared>(subject);
  const [budget, setBudget] = useState({ epsilon, delta });
  const norms = props.norms ?? usualNorms;
  const [norm, setNorm] = useState<Norm>(norms[0]!);
  const { columns, done, jobCount, seconds } = map;
  const left = done && seconds !== undefined ? Math.ceil((seconds / done) * (jobCount - done)) : undefined;

  const start = () => {
    setBudget({ epsilon, delta });
    map.start(jobsOf(props));
  };
  const full = columns.filter((column) => column.recordCount === recordCount);
  const said = useMemo(
    () => verdict(mechanisms, full, { epsilon: budget.epsilon, norm }),
    [mechanisms, full, budget.epsilon, norm],
  );
  const isOther = map.outdated || budget.epsilon !== epsilon || budget.delta !== delta;

  return (
    <div className="comparison">
      <p className="explanation">
        Every mechanism that can release this {what}, on the same records and under the same ε and δ, each with the
        parameters that public numbers suggest. Errors are measured against the original, so this is for you alone:
        choosing by it is a look at the private records, which the guarantee does not cover.
      </p>
      <div className="buttons">
        {done === undefined ? (
          <button type="button" disabled={!ready} onClick={start}>
            {columns.length > 0 ? "Compare again" : "Compare mechanisms"}
          </button>
        ) : (
          <>
            <progress aria-label="Comparing" max={jobCount} value={done} />
            <span className="explanation">
              {done} of {jobCount}
              {left === undefined ? "" : `, about ${left} s left`}
            </span>
            <button type="button" onClick={() => map.cancel()}>
              Cancel the comparison
            </button>
          </>
        )}
        {columns.length > 0 && done === undefined && (
          <button
            type="button"
            onClick={() =>
              saveFile(`${what}-comparison.csv`, "text/csv", comparisonCsv(what, mechanisms, columns, delta))
            }
          >
            Comparison (CSV)
          </button>
        )}
        {columns.length > 0 && (
          <ToolChoice
            label="Error"
            value={norm}
            choices={Object.fromEntries(norms.map((each) => [each, normLabels[each]]))}
            onChange={setNorm}
          />
        )}
      </div>
      <Problem text={map.problem} />
      {full.length > 0 && isOther && done === undefined && (
        <p className="explanation" role="status">
          Made at ε = {numberText(budget.epsilon)}, δ = {numberText(budget.delta)}
          {map.outdated ? ", for other settings" : ""}; compare again for those of now.
        </p>
      )}
      {said && (
        <div data-testid="verdict">
          <p className="verdict">{said.headline}</p>
          <p className="explanation">{said.more}</p>
        </div>
      )}
      {full.length > 0 && <Pictures {...props} {...budget} norm={norm} columns={columns} full={full} />}
    </div>
  );
}

/** One run of each mechanism along ε, and one at each smaller number of records. */
function jobsOf({ mechanisms, run, epsilon, delta, recordCount, leastRecords, repeats }: ComparisonProps) {
  const base = { delta, seed: 1 };
  const jobOf = (mechanism: Mechanism, given: Omit<ComparisonRun, "mechanism" | "delta" | "seed">) => ({
    name: mechanism.label,
    run: async (signal: AbortSignal): Promise<Outcome<Compared>> => {
      const outcome = await run({ ...base, ...given, mechanism: mechanism.id }, signal);
      return outcome.ok ? { ok: true, value: { ...outcome.value, mechanism: mechanism.id } } : outcome;
    },
  });
  const along = [...new Set([...epsilons, epsilon])].sort((a, b) => a - b);
  const shown = { epsilon, count: shownDraws };
  return [
    ...mechanisms.map((mechanism) => jobOf(mechanism, { recordCount, epsilons: along, repeats, shown })),
    ...sizesBelow(recordCount, leastRecords).flatMap((size) =>
      mechanisms.map((mechanism) =>
        jobOf(mechanism, {
          recordCount: size,
          epsilons: [epsilon],
          repeats: Math.max(20, Math.round(repeats / 2)),
          shown: { epsilon, count: 1 },
        }),
      ),
    ),
  ];
}

/** Halves of the records, down to a thirty-second. */
function sizesBelow(recordCount: number, least: number): number[] {
  return [2, 4, 8, 16, 32].map((part) => Math.round(recordCount / part)).filter((size) => size >= least);
}

type PicturesProps = ComparisonProps & {
  readonly norm: Norm;
  readonly columns: readonly Compared[];
  readonly full: readonly Compared[];
};

function Pictures(props: PicturesProps) {
  const { mechanisms, full, columns, norm, epsilon, delta, curve, zeros, panelOf, limitAt, recordCount } = props;
  const host = useRef<HTMLDivElement>(null);
  const width = useWidth(host);
  const ranked = rankedAt(full, epsilon, norm);
  const mechanismOf = (id: string) => mechanisms.find((mechanism) => mechanism.id === id);
  const columnCount = width >= 720 ? 3 : width >= 430 ? 2 : 1;
  const gap = 16;
  const panelWidth = Math.floor((width - gap * (columnCount - 1)) / columnCount);
  const domain = curve && domainOf(curve);
  const half = width >= 720 ? Math.floor((width - gap) / 2) : width;
  const [alongEpsilon, alongRecords] = useMemo(
    () => errorPictures({ mechanisms, columns, norm, epsilon, recordCount, limitAt }),
    [mechanisms, columns, norm, epsilon, recordCount, limitAt],
  );

  return (
    <div ref={host} className="comparison-pictures">
      {width > 0 && (
        <>
          <h3>
            Side by side, at ε = {numberText(epsilon)}, δ = {numberText(delta)}
          </h3>
          <p className="explanation">
            Best first.{" "}
            {props.panelWords ??
              (curve
                ? "Dashed: the original. In colour: one release, and faintly seven more."
                : "One release each.")}{" "}
            Axes are the same.
          </p>
          <div className="comparison-multiples" style={{ gridTemplateColumns: `repeat(${columnCount}, 1fr)`, gap }}>
            {ranked.map(({ of, error }) => (
              <figure key={of.mechanism}>
                <figcaption data-mechanism={of.mechanism}>
                  <b>{mechanismOf(of.mechanism)?.label}</b>
                  <span className="number">{numberText(error.mean)}</span>
                  <span className="detail">{of.detail}</span>
                </figcaption>
                {curve && domain ? (
                  <Drawn
                    label={`${mechanismOf(of.mechanism)?.label}: error ${numberText(error.mean)}`}
                    width={panelWidth}
                    height={120}
                    draw={(element) =>
                      drawMultiple(
                        element,
                        { ...curve, releases: of.releases, domain, mechanism: of.mechanism },
                        panelWidth,
                      )
                    }
                  />
                ) : (
                  panelOf?.(of.releases, panelWidth, mechanismOf(of.mechanism)?.label ?? "")
                )}
              </figure>
            ))}
          </div>
          {curve && domain && (
            <>
              <h3>Over each other</h3>
              <Drawn
                label={`One release of each mechanism over the original, along ${curve.name}`}
                width={width}
                height={Math.max(220, Math.min(340, width * 0.45))}
                draw={(element) =>
                  drawOverlay(
                    element,
                    {
                      ...curve,
                      domain,
                      label: curve.name,
                      curves: ranked.toReversed().map(({ of }) => ({
                        mechanism: of.mechanism,
                        label: mechanismOf(of.mechanism)?.label ?? "",
                        values: of.releases[0]!,
                      })),
                    },
                    width,
                  )
                }
              />
            </>
          )}
          {zeros && (
            <>
              <h3>Over each other</h3>
              <Drawn
                label={`Boundaries of one release of each mechanism over the original, along ${zeros.label.x} and ${zeros.label.y}`}
                width={Math.min(width, 720)}
                height={Math.max(260, Math.min(460, width * 0.6))}
                draw={(element) =>
                  drawZeros(
                    element,
                    {
                      ...zeros,
                      fields: ranked.toReversed().map(({ of }) => ({
                        mechanism: of.mechanism,
                        label: mechanismOf(of.mechanism)?.label ?? "",
                        values: of.releases[0]!,
                      })),
                    },
                    Math.min(width, 720),
                    Math.max(260, Math.min(460, width * 0.6)),
                  )
                }
              />
            </>
          )}
          <h3>Error of many draws</h3>
          <p className="explanation">
            Dots are means, whiskers hold the middle eight tenths of the draws; the upright line is where you are.
          </p>
          <div className="comparison-errors" style={{ gap }}>
            {[alongEpsilon, alongRecords].map(
              (picture) =>
                picture && (
                  <Drawn
                    key={picture.along.name}
                    label={`${picture.name} along ${picture.along.name}, on log scales`}
                    width={half}
                    height={300}
                    draw={(element) => drawErrors(element, picture, half)}
                  />
                ),
            )}
          </div>
          <ErrorTable {...props} ranked={ranked} />
        </>
      )}
    </div>
  );
}

interface DrawnProps {
  readonly label: string;
  readonly width: number;
  readonly height: number;
  readonly draw: (host: HTMLElement) => void;
}

/** An element that a picture is drawn into. */
function Drawn({ label, width, height, draw }: DrawnProps) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => draw(host.current!));
  return <div ref={host} role="img" aria-label={label} style={{ inlineSize: width, blockSize: height }} />;
}

/** The numbers at the ε of now, for reading and for those who do not see the pictures. */
function ErrorTable({
  mechanisms,
  ranked,
  norm,
}: Pick<PicturesProps, "mechanisms" | "norm"> & { readonly ranked: ReturnType<typeof rankedAt> }) {
  return (
    <div className="comparison-table">
      <table>
        <thead>
          <tr>
            <th scope="col">Mechanism</th>
            <th scope="col">Parameters</th>
            <th scope="col">Promise</th>
            <th scope="col">{normLabels[norm]}</th>
            <th scope="col">Without noise</th>
          </tr>
        </thead>
        <tbody>
          {ranked.map(({ of, error }) => (
            <tr key={of.mechanism}>
              <th scope="row">{mechanisms.find(({ id }) => id === of.mechanism)?.label}</th>
              <td>{of.detail}</td>
              <td>{of.law === "laplace" ? "pure ε" : "ε and δ"}</td>
              <td>
                {numberText(error.mean)} ± {numberText(2 * error.standardError)}
              </td>
              <td>{numberText(of.approximation)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Public but for the height of the original, which this view may show. */
function domainOf({ x, original, range }: NonNullable<ComparisonProps["curve"]>): {
  readonly x: Extent;
  readonly y: Extent;
} {
  if (range) return { x: [x[0]!, x.at(-1)!], y: range };
  const highest = original.reduce((most, value) => Math.max(most, value), 0);
  const lowest = original.reduce((least, value) => Math.min(least, value), 0);
  const room = 0.3 * (highest - lowest);
  return { x: [x[0]!, x.at(-1)!], y: [lowest - room, highest + room] };
}

const leastShare = 1e-5;

function errorPictures({
  mechanisms,
  columns,
  norm,
  epsilon,
  recordCount,
  limitAt,
}: Pick<PicturesProps, "mechanisms" | "columns" | "norm" | "epsilon" | "recordCount" | "limitAt">): [
  ErrorsPicture | undefined,
  ErrorsPicture | undefined,
] {
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
