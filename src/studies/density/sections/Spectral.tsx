import { useMemo, useState } from "react";
import type { Interval } from "../../../core/grids.ts";
import { integratedSquaredNoise } from "../../../core/privacy/mechanisms/karhunenLoeve.ts";
import { numberText, percentText } from "../../../core/numberFormats.ts";
import { LineChart } from "../../../panels/pictures/LineChart.tsx";
import { NumberBox } from "../../../panels/controls/NumberBox.tsx";
import { useSame } from "../../../panels/hooks/useSame.ts";
import { niceUpper } from "../../../plots/niceUpper.ts";
import { requestOf } from "../model/request.ts";
import type { DensityProps } from "../model/view.ts";
import { coefficientsOf, leakOf, mostTerms, noiseSpectrum, partialSum, type NoiseSpectrum } from "./spectrum.ts";
import { defined } from "../../../core/defined.ts";

/** Terms in the basis in which the noise is independent. */
export function Section({ shown, view }: DensityProps) {
  const [terms, setTerms] = useState(12);
  const { domain, bandwidths, route, relativeRate, bump } = requestOf(shown);
  const noise = useSame({ domain, bandwidths, route, relativeRate, ...defined({ bump }) });
  const count = view?.axes[0]?.count ?? 1000;
  const spectrum = useMemo(() => noiseSpectrum(noise, count), [noise, count]);
  if (!view) return null;
  const thin = (values: Float64Array) => spectrum.places.map((_, i) => values[i * spectrum.stride]!);
  const charted: Charted = {
    spectrum,
    terms,
    x: { domain: domain[0]!, isLog: false, label: shown.x },
    released: thin(view.released),
    original: view.original && thin(view.original),
    sigma: view.sigma,
  };
  return (
    <div className="section-body">
      <p className="explanation">
        The noise is a sum of functions φⱼ with independent coefficients of deviation σ√λⱼ (Karhunen–Loève;{" "}
        {spectrum.isExact
          ? "in closed form for exponential noise"
          : `from the spectrum on ${spectrum.places.length} points of the grid`}
        ). The first m coefficients of function and noise together are as private as the whole (Hall 2011, Proposition
        2.1). This is a picture of the preview above, and no release of its own.
      </p>
      <div className="control">
        <div className="line">
          <span>Terms m</span>
          <NumberBox label="Terms" value={terms} min={1} max={mostTerms} integer onCommit={setTerms} />
        </div>
      </div>
      <div className="columns">
        <Coefficients {...charted} />
        <PartialSum {...charted} />
        <LeakOfCutNoise {...charted} />
      </div>
    </div>
  );
}

interface Charted {
  readonly spectrum: NoiseSpectrum;
  readonly terms: number;
  readonly x: { readonly domain: Interval; readonly isLog: false; readonly label: string };
  readonly released: Float64Array;
  readonly original: Float64Array | undefined;
  readonly sigma: number;
}

function curveOf({ spectrum, x }: Charted, values: Float64Array) {
  const [lower, upper] = x.domain;
  return Array.from(values, (value, i) => [lower + (upper - lower) * spectrum.places[i]!, value] as const);
}

function Coefficients({ spectrum, released, original, sigma }: Charted) {
  const deviations = Array.from(spectrum.eigenvalues, (value) => sigma * Math.sqrt(Math.max(0, value)));
  const sizes = (values: ArrayLike<number>) =>
    Array.from(values, (value, j) => [j + 1, Math.abs(value)] as const).filter(([, size]) => size > 0);
  const ofRelease = sizes(coefficientsOf(spectrum, released));
  const ofOriginal = original && sizes(coefficientsOf(spectrum, original));
  const all = [...ofRelease, ...(ofOriginal ?? [])].map(([, size]) => size);
  const top = Math.max(...all, ...deviations) * 1.5;
  const picture = {
    x: { domain: [1, mostTerms] as const, isLog: false, label: "term j" },
    y: { domain: [top * 1e-6, top] as const, isLog: true, label: "size of the coefficient" },
    series: [
      ...(ofOriginal ? [{ points: within(ofOriginal, top), role: "original", as: "dots" } as const] : []),
      { points: within(ofRelease, top), role: "private", as: "dots" } as const,
      { points: within(sizes(deviations), top), role: "second", as: "line", name: "σ√λ of the noise" } as const,
    ],
    description: "Sizes of the coefficients of the release and deviations of their noise, on a log scale",
  };
  return (
    <LineChart
      picture={picture}
      caption={`Dots: coefficients of the private curve${original ? " (vermilion) and of the original (ink)" : ""}. Dotted: the deviation of their noise. Where dots stand above it, the release tells something.`}
    />
  );
}

function PartialSum(charted: Charted) {
  const { spectrum, terms, x, released, original } = charted;
  const cut = partialSum(spectrum, coefficientsOf(spectrum, released), terms);
  const curves = [cut, released, ...(original ? [original] : [])];
  const highest = niceUpper(curves.reduce((most, values) => values.reduce((a, b) => Math.max(a, b), most), 0));
  const lowest = curves.reduce((least, values) => values.reduce((a, b) => Math.min(a, b), least), 0);
  const picture = {
    x,
    y: { domain: [lowest, highest > lowest ? highest : lowest + 1] as const, isLog: false, label: "density" },
    series: [
      { points: curveOf(charted, released), role: "quiet", as: "line" } as const,
      ...(original ? [{ points: curveOf(charted, original), role: "original", as: "line" } as const] : []),
      { points: curveOf(charted, cut), role: "private", as: "line" } as const,
    ],
    description: `The private curve made of ${terms} coefficients`,
  };
  return (
    <LineChart
      picture={picture}
      caption={`Thick: the private curve made of ${terms} ${terms === 1 ? "coefficient" : "coefficients"}; thin: of all. What is dropped of both costs no privacy.`}
    />
  );
}

/** The part that noise of the first m terms leaves bare. */
function LeakOfCutNoise(charted: Charted) {
  const { spectrum, terms, x, sigma } = charted;
  const last = spectrum.places.length - 1;
  const leak = leakOf(spectrum, terms, [Math.round(last / 3), Math.round((2 * last) / 3)]);
  const heightOf = (values: Float64Array) => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const [size, rest] = [heightOf(leak.whole), heightOf(leak.leaked)];
  const picture = {
    x,
    y: { domain: [-1.1 * size, 1.1 * size] as const, isLog: false, label: "difference of two neighbours" },
    series: [
      { points: curveOf(charted, leak.whole), role: "quiet", as: "line", name: "all of it" } as const,
      { points: curveOf(charted, leak.leaked), role: "original", as: "line" } as const,
    ],
    description: `What noise of ${terms} terms leaves bare of the difference of two neighbouring functions`,
  };
  const side = x.domain[1] - x.domain[0];
  const whole = integratedSquaredNoise({ noiseScale: sigma, trace: side });
  const ofTerms = integratedSquaredNoise({
    noiseScale: sigma,
    trace: side * spectrum.eigenvalues.subarray(0, terms).reduce((sum, value) => sum + value, 0),
  });
  return (
    <>
      <LineChart
        picture={picture}
        caption="Thin: how the functions of two neighbouring data sets differ, in units of Δ. Dashed: what of it would stand in the release without any noise if only the noise were cut."
      />
      <div>
        <p data-testid="leak">
          Never cut the noise alone. Of a record that moves by a third of the domain, noise of {terms}{" "}
          {terms === 1 ? "term" : "terms"} covers {percentText(leak.covered)} of the norm, and{" "}
          {percentText(size > 0 ? rest / size : 0)} of its height would be published as it is. Whoever looks there tells
          the two data sets apart with certainty, at any ε.
        </p>
        <p>
          The mean integrated square of the noise is σ²λ(T) sup K = {numberText(whole)} for all terms, and{" "}
          {numberText(ofTerms)} for the first {terms}: {percentText(ofTerms / whole)} of it.
        </p>
      </div>
    </>
  );
}

/** A log axis holds six decades. */
function within(points: readonly (readonly [number, number])[], top: number): readonly (readonly [number, number])[] {
  return points.filter(([, size]) => size >= top * 1e-6);
}
