import { useMemo, useState } from "react";
import { type RegularGrid, gridAxis } from "../../../core/grids.ts";
import { seededSource } from "../../../core/random/seededSource.ts";
import { hasOwnDigest, parseRelease } from "../../../core/release/file/sealedRelease.ts";
import { cleanedDensity, syntheticRecords } from "../../../core/density/syntheticRecords.ts";
import { numberText, percentText } from "../../../core/numberFormats.ts";
import { csvText } from "../../../core/release/file/csv.ts";
import { FilePicker } from "../../../panels/data/FilePicker.tsx";
import { LineChart } from "../../../panels/pictures/LineChart.tsx";
import { Problem } from "../../../panels/controls/Problem.tsx";
import { saveFile } from "../../../panels/shared/saveFile.ts";
import { NumberControl } from "../../../panels/controls/NumberControl.tsx";
import { ownData } from "../../../state/scenario/ownData.ts";
import { hasCryptography } from "../../../state/cryptography.ts";
import { sha256 } from "../../../core/sha256.ts";
import type { DensityProps } from "../model/view.ts";
import { ParameterError } from "../../../core/errors.ts";
import type { ReleaseFile } from "../../../core/release/file/releaseFile.ts";

const mostRecords = 1_000_000;

export function Section({ shown, view }: DensityProps) {
  const [opened, setOpened] = useState<ReleasedDensity>();
  const [count, setCount] = useState(1000);
  const [problem, setProblem] = useState<string>();
  const source = opened ?? (view && previewOf(shown, view));
  const made = useMemo(() => {
    if (!source) return undefined;
    try {
      return cleanedDensity({ grid: source.grid, released: source.values });
    } catch {
      return undefined;
    }
  }, [source]);
  if (!view || !source) return null;
  // The seed would reveal a preview's noise: of one's own data only a release may leave.
  const isTeaching = shown.seed !== "secure" && shown.data !== ownData;

  const read = async (chosen: File) => {
    try {
      const found = parseRelease(await chosen.text());
      if (hasCryptography() && !(await hasOwnDigest(found, sha256))) {
        setProblem("This file was changed after it was released: its digest differs.");
        return;
      }
      setOpened(sourceOfFile(found));
      setProblem(undefined);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  const save = () => {
    if (!made) return;
    const seed = crypto.getRandomValues(new Uint32Array(1))[0]!;
    const { coordinates, dimension } = syntheticRecords({
      grid: source.grid,
      density: made.values,
      count,
      random: seededSource(seed),
    });
    const text = csvText({
      comments: [source.title, `${count} independent draws`],
      columns: source.names.map((name, j) => ({ name, at: (row: number) => coordinates[row * dimension + j]! })),
      rowCount: count,
    });
    saveFile("synthetic-records.csv", "text/csv", text);
  };

  return (
    <div className="section-body columns">
      <div>
        <p className="explanation">
          A released density, clipped at 0 and scaled to mass 1, is a law to draw records from. They are
          post-processing: any number of them costs nothing more, and tells no more than the release.
        </p>
        <div className="buttons">
          <FilePicker
            label="Open a release"
            name="Release file"
            accept=".json,application/json"
            onFiles={([chosen]) => void read(chosen)}
          />
          {opened && (
            <button type="button" onClick={() => setOpened(undefined)}>
              Back to the picture
            </button>
          )}
        </div>
        <p role="note" data-testid="synthetic-source">
          {opened
            ? `Drawn from the release in this file: ${opened.said}.`
            : isTeaching
              ? "Drawn from the picture above, a preview whose noise has a known seed: for teaching, it protects nobody."
              : "Only a release may leave: choose “Release”, then open its file here."}
        </p>
        <NumberControl label="Number of records" value={count} min={1} max={mostRecords} integer onCommit={setCount} />
        <div className="buttons">
          <button type="button" className="filled" disabled={!made || (!opened && !isTeaching)} onClick={save}>
            Synthetic records (CSV)
          </button>
        </div>
        <Problem text={problem} />
        <p className="explanation">
          {made
            ? `The release has the mass ${numberText(made.mass)}; what was clipped below 0 is ${percentText(made.clippedShare)} of it.`
            : "Nowhere is the release positive, so it is not a density: no record can be drawn from it."}
        </p>
      </div>
      <Comparison view={view} />
    </div>
  );
}

/** Mean integrated squared error of averages of k releases at this budget, and of synthetic records of the first; public. */
function Comparison({ view }: { readonly view: NonNullable<DensityProps["view"]> }) {
  const volume = view.axes.reduce((product, { lower, upper }) => product * (upper - lower), 1);
  const one = view.sigma ** 2 * volume;
  const counts = Array.from({ length: 20 }, (_, k) => k + 1);
  const picture = {
    x: { domain: [1, 20] as const, isLog: false, label: "releases, or times as many synthetic records" },
    y: { domain: [one / 40, one * 1.5] as const, isLog: true, label: "mean integrated squared noise" },
    series: [
      { points: counts.map((k) => [k, one / k] as const), role: "private", as: "line", name: "more releases" },
      { points: counts.map((k) => [k, one] as const), role: "second", as: "line", name: "more synthetic records" },
    ] as const,
    description: "Noise that is left after several releases, and after several times as many synthetic records of one",
  };
  const mu = 1 / view.budget.multiplier;
  return (
    <div>
      <LineChart
        picture={picture}
        caption={`A second release halves the noise and costs a second time: two together are ${numberText(mu * Math.SQRT2)}-GDP where one is ${numberText(mu)}. A larger synthetic set only follows the one release more closely, noise and all: it costs nothing, and the noise stays. And a release with √2 times less noise costs just what two releases do.`}
      />
    </div>
  );
}

function previewOf(shown: DensityProps["shown"], view: NonNullable<DensityProps["view"]>): ReleasedDensity {
  return {
    grid: { axes: view.axes } satisfies RegularGrid,
    values: view.released,
    names: shown.y === "" ? [shown.x] : [shown.x, shown.y],
    title: `Curveil synthetic records; TEACHING PREVIEW with seed ${shown.seed}: the noise is known; this protects nobody`,
    said: "",
  };
}

interface ReleasedDensity {
  readonly grid: RegularGrid;
  readonly values: Float64Array;
  readonly names: readonly string[];
  /** First line of a file: no commas, and no text from other people. */
  readonly title: string;
  readonly said: string;
}

/** @throws {ParameterError} if the file holds no density on one or two regular axes */
function sourceOfFile({ study, view, mechanism, digest }: ReleaseFile): ReleasedDensity {
  if (study !== "density") throw new ParameterError("study", study, "density");
  const axes = view.axes.map(({ coordinates }) => {
    if (coordinates.kind === "points") throw new ParameterError("view.axes", "points", "regular");
    return gridAxis(coordinates);
  });
  if (axes.length !== 1 && axes.length !== 2) throw new ParameterError("view.axes", axes.length, "1 or 2");
  const { epsilon, delta } = mechanism;
  return {
    grid: { axes },
    values: Float64Array.from(view.values),
    names: view.axes.map(({ name }) => name),
    title: `Curveil synthetic records; post-processing of the release with digest ${digest}; epsilon = ${epsilon}; delta = ${delta}`,
    said: `ε = ${epsilon}, δ = ${delta}, digest ${digest.slice(0, 12)}…`,
  };
}
