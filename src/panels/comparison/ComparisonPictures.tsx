import { useLayoutEffect, useMemo, useRef, type ReactNode } from "react";
import type { GridAxis } from "../../core/grids.ts";
import { numberText } from "../../core/numberFormats.ts";
import type { PlottedSeries } from "../../plots/small/linePlot.ts";
import { originalName } from "../../plots/small/mechanismNames.ts";
import { drawZeros, type ZerosPicture } from "../../plots/small/zerosPlot.ts";
import type { Extent } from "../../plots/frame.ts";
import { DataTable } from "../shared/DataTable.tsx";
import { useWidth } from "../hooks/useWidth.ts";
import { LineChart } from "../pictures/LineChart.tsx";
import { againstOriginal, type MeasuredAgainst } from "./comparisonCsv.ts";
import type { ComparisonSubject } from "./comparisonJobs.ts";
import { errorPictures } from "./errorPictures.ts";
import { errorAt, normLabels, rankedAt, type Compared, type Norm } from "./verdict.ts";
import "../../plots/plots.css";
import "./comparison.css";

export interface ShownComparison {
  readonly against?: MeasuredAgainst;
  /** No private release of this many records is always below it. */
  readonly limitAt?: ((epsilon: number, recordCount: number) => number) | undefined;
  readonly curve?: {
    readonly x: Float64Array;
    readonly original: Float64Array;
    readonly name: string;
    /** Public; the original's and 0 if absent. */
    readonly range?: Extent;
  };
  /** Its zero lines are overlaid. */
  readonly zeros?: Omit<ZerosPicture, "fields">;
  readonly zerosWords?: string;
  readonly panelWords?: string;
  readonly panelOf?: (releases: readonly Float64Array[], width: number, name: string) => ReactNode;
}

export interface ComparedPlane {
  readonly releases: readonly Float64Array[];
  readonly width: number;
  readonly name: string;
  readonly shown: { readonly x: string; readonly y: string };
  readonly axes: readonly GridAxis[];
  readonly original: Float64Array;
  readonly theme: "light" | "dark";
}

interface PicturesProps
  extends ShownComparison, Pick<ComparisonSubject, "mechanisms" | "epsilon" | "delta" | "recordCount"> {
  readonly norm: Norm;
  readonly columns: readonly Compared[];
  readonly full: readonly Compared[];
}

export function ComparisonPictures(props: PicturesProps) {
  const { full, columns, norm, epsilon, delta, mechanisms, recordCount, limitAt } = props;
  const host = useRef<HTMLDivElement>(null);
  const width = useWidth(host);
  const ranked = rankedAt(full, epsilon, norm);
  const errors = useMemo(
    () => errorPictures({ mechanisms, columns, norm, epsilon, recordCount, limitAt }),
    [mechanisms, columns, norm, epsilon, recordCount, limitAt],
  );
  return (
    <div ref={host} className="comparison-pictures">
      {width > 0 && (
        <>
          <h2>
            Side by side, at ε = {numberText(epsilon)}, δ = {numberText(delta)}
          </h2>
          <SideBySide {...props} ranked={ranked} width={width} />
          <OverEachOther {...props} ranked={ranked} width={width} />
          <h2>Error of many draws</h2>
          <ErrorsOfDraws pictures={errors} />
          <ErrorTable {...props} ranked={ranked} />
        </>
      )}
    </div>
  );
}

interface RankedProps extends PicturesProps {
  readonly ranked: ReturnType<typeof rankedAt>;
  readonly width: number;
}

function labelIn(mechanisms: PicturesProps["mechanisms"], id: string): string | undefined {
  return mechanisms.find((mechanism) => mechanism.id === id)?.label;
}

const [roomForTwo, roomForThree] = [430, 720];
const gap = 16;

function SideBySide(props: RankedProps) {
  const {
    mechanisms,
    full,
    norm,
    epsilon,
    curve,
    panelOf,
    panelWords,
    ranked,
    width,
    against = againstOriginal,
  } = props;
  const columnCount = width >= roomForThree ? 3 : width >= roomForTwo ? 2 : 1;
  const panelWidth = Math.floor((width - gap * (columnCount - 1)) / columnCount);
  const axes = curve && axesOf(curve);
  return (
    <>
      <p className="explanation">
        Best first.{" "}
        {panelWords ??
          (curve
            ? `Dashed: ${against.words}. In colour: one release, and faintly seven more.`
            : "One release each.")}{" "}
        Axes are the same.
      </p>
      {full.some((of) => !errorAt(of, epsilon, norm)) && (
        <p className="explanation" data-testid="not-proved-here">
          Theorem 7 is not proved at this ε and δ, so Bernstein’s polynomial by it takes no part here.
        </p>
      )}
      <div className="comparison-multiples" style={{ gridTemplateColumns: `repeat(${columnCount}, 1fr)`, gap }}>
        {ranked.map(({ of: { mechanism, releases, detail }, error }) => (
          <figure key={mechanism}>
            <figcaption data-mechanism={mechanism}>
              <b>{labelIn(mechanisms, mechanism)}</b>
              <span className="number">{numberText(error.mean)}</span>
              <span className="detail">{detail}</span>
            </figcaption>
            {curve && axes ? (
              <LineChart
                picture={{
                  ...axes,
                  isSmall: true,
                  series: [
                    zeroOver(axes),
                    ...releases
                      .map((values, k) => ({ ...lineOf(curve.x, values, k === 0 ? "private" : "faint"), mechanism }))
                      .toReversed(),
                    // A coinciding release shows through its gaps.
                    lineOf(curve.x, curve.original, "original"),
                  ],
                  description: `${labelIn(mechanisms, mechanism)}: error ${numberText(error.mean)}`,
                }}
              />
            ) : (
              panelOf?.(releases, panelWidth, labelIn(mechanisms, mechanism) ?? "")
            )}
          </figure>
        ))}
      </div>
    </>
  );
}

function OverEachOther(props: RankedProps) {
  const { mechanisms, curve, zeros, zerosWords, ranked, width, against = againstOriginal } = props;
  if (!curve && !zeros) return null;
  const releases = ranked.toReversed().map(({ of }) => ({
    mechanism: of.mechanism,
    label: labelIn(mechanisms, of.mechanism) ?? "",
    values: of.releases[0]!,
  }));
  return (
    <>
      <h2>Over each other</h2>
      {curve && (
        <LineChart
          picture={{
            ...axesOf(curve),
            series: [
              ...releases.map(({ mechanism, label, values }) => ({
                ...lineOf(curve.x, values, "private"),
                ...{ mechanism, name: label },
              })),
              {
                ...lineOf(curve.x, curve.original, "original"),
                ...{ mechanism: originalName.mechanism, name: against.isPublic ? "declared" : originalName.label },
              },
            ],
            description: `One release of each mechanism over ${against.words}, along ${curve.name}`,
          }}
        />
      )}
      {zeros && (
        <>
          {zerosWords !== undefined && <p className="explanation">{zerosWords}</p>}
          <Zeros picture={{ ...zeros, fields: releases }} width={Math.min(width, 720)} />
        </>
      )}
    </>
  );
}

function ErrorsOfDraws({ pictures }: { readonly pictures: ReturnType<typeof errorPictures> }) {
  return (
    <>
      <p className="explanation">
        Dots are means, whiskers hold the middle eight tenths of the draws; the upright line is where you are.
        {pictures.some(({ hasLimit }) => hasLimit) && " Dashed: no release of pure ε-privacy is always below it."}
      </p>
      <div className="comparison-errors" style={{ gap }}>
        {pictures.map(({ picture }) => (
          <LineChart key={picture.x.label} picture={picture} />
        ))}
      </div>
    </>
  );
}

function Zeros({ picture, width }: { readonly picture: ZerosPicture; readonly width: number }) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => drawZeros(host.current!, picture, width));
  const { x, y } = picture.label;
  const label = `Lines of one release of each mechanism over the original, along ${x} and ${y}`;
  return <div ref={host} role="img" aria-label={label} style={{ inlineSize: width }} />;
}

function ErrorTable({ mechanisms, ranked, norm }: Pick<RankedProps, "mechanisms" | "norm" | "ranked">) {
  return (
    <div className="comparison-table" role="group" aria-label="Errors in numbers" tabIndex={0}>
      <DataTable
        head={["Mechanism", normLabels[norm], "Parameters", "Promise", "Without noise"]}
        rows={ranked.map(({ of, error }) => [
          labelIn(mechanisms, of.mechanism),
          `${numberText(error.mean)} ± ${numberText(2 * error.standardError)}`,
          of.detail,
          of.law === "laplace" ? "pure ε" : "ε and δ",
          numberText(of.approximation),
        ])}
      />
    </div>
  );
}

/** Public except for the original's height. */
function axesOf({ x, original, name, range }: NonNullable<ShownComparison["curve"]>) {
  const [lowest, highest] = [Math.min(0, ...original), Math.max(0, ...original)];
  const room = 0.3 * (highest - lowest);
  const heights: Extent = range ?? [lowest - room, highest + room];
  return {
    x: { domain: [x[0]!, x.at(-1)!] as const, isLog: false, label: name },
    y: { domain: heights, isLog: false, label: "", isClamped: true },
  };
}

function zeroOver({ x, y }: ReturnType<typeof axesOf>): PlottedSeries {
  const holds = y.domain[0] <= 0 && y.domain[1] >= 0;
  return { points: holds ? x.domain.map((at) => [at, 0] as const) : [], role: "quiet", as: "line" };
}

const mostPoints = 1000;

function lineOf(x: Float64Array, values: Float64Array, role: PlottedSeries["role"]) {
  const every = Math.ceil(x.length / mostPoints);
  const points = Array.from(values, (value, i) => [x[i]!, value] as const).filter((_, i) => i % every === 0);
  return { points, role, as: "line" as const };
}
