import { useLayoutEffect, useMemo, useRef, type ReactNode } from "react";
import type { GridAxis } from "../../core/grids.ts";
import { numberText } from "../../core/numberFormats.ts";
import { drawErrors } from "../../plots/small/errorsPlot.ts";
import { drawMultiple } from "../../plots/small/multiplePlot.ts";
import { drawOverlay } from "../../plots/small/overlayPlot.ts";
import { drawZeros, type ZerosPicture } from "../../plots/small/zerosPlot.ts";
import type { Extent } from "../../plots/frame.ts";
import { DataTable } from "../shared/DataTable.tsx";
import { useWidth } from "../hooks/useWidth.ts";
import { againstOriginal, type MeasuredAgainst } from "./comparisonCsv.ts";
import type { ComparisonSubject } from "./comparisonJobs.ts";
import { errorPictures } from "./errorPictures.ts";
import { errorAt, normLabels, rankedAt, type Compared, type Norm } from "./verdict.ts";
import "../../plots/plots.css";
import "./comparison.css";

export interface ShownComparison {
  readonly against?: MeasuredAgainst;
  /** A lower bound: no private release of this many records is always below it. */
  readonly limitAt?: ((epsilon: number, recordCount: number) => number) | undefined;
  readonly curve?: {
    readonly x: Float64Array;
    readonly original: Float64Array;
    readonly name: string;
    /** Public heights of the plot; from the original and 0 if absent. */
    readonly range?: Extent;
  };
  /** A function in the plane whose zero lines are overlaid. */
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
          <ErrorsOfDraws pictures={errors} width={width} />
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
  const domain = curve && domainOf(curve);
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
            {curve && domain ? (
              <Drawn
                label={`${labelIn(mechanisms, mechanism)}: error ${numberText(error.mean)}`}
                width={panelWidth}
                draw={(element) => drawMultiple(element, { ...curve, releases, domain, mechanism }, panelWidth)}
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

function OverEachOther({ mechanisms, curve, zeros, zerosWords, ranked, width }: RankedProps) {
  if (!curve && !zeros) return null;
  const releases = ranked.toReversed().map(({ of }) => ({
    mechanism: of.mechanism,
    label: labelIn(mechanisms, of.mechanism) ?? "",
    values: of.releases[0]!,
  }));
  const side = Math.min(width, 720);
  return (
    <>
      <h2>Over each other</h2>
      {curve && (
        <Drawn
          label={`One release of each mechanism over the original, along ${curve.name}`}
          width={width}
          draw={(element) =>
            drawOverlay(element, { ...curve, domain: domainOf(curve), label: curve.name, curves: releases }, width)
          }
        />
      )}
      {zeros && (
        <>
          {zerosWords !== undefined && <p className="explanation">{zerosWords}</p>}
          <Drawn
            label={`Lines of one release of each mechanism over the original, along ${zeros.label.x} and ${zeros.label.y}`}
            width={side}
            draw={(element) => drawZeros(element, { ...zeros, fields: releases }, side)}
          />
        </>
      )}
    </>
  );
}

function ErrorsOfDraws({
  pictures,
  width,
}: {
  readonly pictures: ReturnType<typeof errorPictures>;
  readonly width: number;
}) {
  const half = width >= roomForThree ? Math.floor((width - gap) / 2) : width;
  return (
    <>
      <p className="explanation">
        Dots are means, whiskers hold the middle eight tenths of the draws; the upright line is where you are.
        {pictures.some((picture) => (picture?.limit.length ?? 0) > 1) &&
          " Dashed: no release of pure ε-privacy is always below it."}
      </p>
      <div className="comparison-errors" style={{ gap }}>
        {pictures.map(
          (picture) =>
            picture && (
              <Drawn
                key={picture.along.name}
                label={`${picture.name} along ${picture.along.name}, on log scales`}
                width={half}
                draw={(element) => drawErrors(element, picture, half)}
              />
            ),
        )}
      </div>
    </>
  );
}

interface DrawnProps {
  readonly label: string;
  readonly width: number;
  readonly draw: (host: HTMLElement) => void;
}

function Drawn({ label, width, draw }: DrawnProps) {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => draw(host.current!));
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

/** Public except for the original's height, which this view may show. */
function domainOf({ x, original, range }: NonNullable<ShownComparison["curve"]>): {
  readonly x: Extent;
  readonly y: Extent;
} {
  if (range) return { x: [x[0]!, x.at(-1)!], y: range };
  const highest = original.reduce((most, value) => Math.max(most, value), 0);
  const lowest = original.reduce((least, value) => Math.min(least, value), 0);
  const room = 0.3 * (highest - lowest);
  return { x: [x[0]!, x.at(-1)!], y: [lowest - room, highest + room] };
}
