import { useMemo, useState } from "react";
import { zippedRelease } from "../../../core/release/file/releaseBundle.ts";
import type { ReleaseFile } from "../../../core/release/file/releaseFile.ts";
import { countText, numberText, percentText, suretyText } from "../../../core/numberFormats.ts";
import { pointwise95 } from "../../../core/privacy/bands/pointwise.ts";
import { FilePicker } from "../../../panels/data/FilePicker.tsx";
import { useAffirmation } from "../../../panels/ledger/Affirmation.tsx";
import { LookedList, originOfWriting } from "../../../panels/ledger/WrittenList.tsx";
import { Problem } from "../../../panels/controls/Problem.tsx";
import { axisName } from "../../../plots/axisTicks.ts";
import { DataTable } from "../../../panels/shared/DataTable.tsx";
import { saveFile } from "../../../panels/shared/saveFile.ts";
import {
  certaintyOf,
  inputNames,
  inputUnits,
  labelOf,
  predictionsCsv,
  readPoints,
  type Predicted,
} from "./predictedPoints.ts";
import { refusedUse } from "../model/options.ts";
import type { BoundaryProps } from "../model/view.ts";
import { releasePredictions, writtenPoints } from "./predictionRelease.ts";
import "../../../panels/controls/listBox.css";
import "./predictions.css";

const shownRows = 12;

export function Section({ shown, view, recordsId, current, client, spend }: BoundaryProps) {
  const [text, setText] = useState("");
  const [working, setWorking] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [predicted, setPredicted] = useState<Predicted & { readonly file: ReleaseFile }>();
  const names = inputNames(shown);
  const read = useMemo(() => readPoints(text, inputNames(shown)), [text, shown]);
  const count = "points" in read ? read.count : 0;
  const [affirmed, affirm] = useAffirmation(JSON.stringify([recordsId, text]));
  const written = originOfWriting(shown);
  const origin = written && affirmed ? "affirmed" : written;
  const refused = refusedUse("predictions", shown);

  const release = async () => {
    if (!view || recordsId === undefined || !("points" in read)) return;
    setWorking(true);
    setProblem(undefined);
    const { points, count } = read;
    const made = await releasePredictions(
      { shown, client, spend },
      { points, origin, count, records: recordsId, view },
    );
    if (made.released) {
      setPredicted(made.released);
      saveFile("release-predictions.zip", "application/zip", zippedRelease(made.released.file));
    }
    setProblem(made.problem);
    setWorking(false);
  };

  return (
    <div data-testid="predictions">
      <p className="explanation">
        Points with {names.join(", ")}: the released function is asked at all of them, once and together. All inputs
        count, not only those that are drawn. It costs ε = {numberText(shown.epsilon)}, δ = {numberText(shown.delta)},
        however many points there are, and a point that is there twice gets one answer. Asking again costs again. The
        points are taken to be public: they stand in the file.
      </p>
      <div className="list-box">
        <label htmlFor="prediction-points">Points, as CSV with a header</label>
        <textarea
          id="prediction-points"
          rows={5}
          spellCheck={false}
          value={text}
          placeholder={`${names.join(",")}\n…`}
          aria-invalid={text !== "" && "problem" in read}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      {count > 0 && <LookedList what={writtenPoints} origin={origin} onAffirm={() => affirm(true)} />}
      <div className="buttons">
        <FilePicker
          label="Open points"
          name="CSV file of points"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          onFiles={([file]) => {
            if (file.size > mostBytes) setProblem("A file of points has at most 4 MB.");
            else void file.text().then(setText);
          }}
        />
        <button
          type="button"
          className="filled"
          disabled={
            !("points" in read) || !view || recordsId === undefined || !current || working || refused !== undefined
          }
          onClick={() => void release()}
        >
          {count > 0
            ? `Release predictions at ${countText(count)} ${count === 1 ? "point" : "points"}`
            : "Release predictions"}
        </button>
        {predicted && (
          <>
            <button type="button" onClick={() => saveFile("predictions.csv", "text/csv", predictionsCsv(predicted))}>
              Predictions (CSV)
            </button>
            <button
              type="button"
              onClick={() => saveFile("release-predictions.zip", "application/zip", zippedRelease(predicted.file))}
            >
              Release, all files (ZIP)
            </button>
          </>
        )}
      </div>
      {working && <p role="status">Fitting and drawing …</p>}
      <Problem text={refused ?? (text === "" ? undefined : "problem" in read ? read.problem : undefined)} />
      <Problem text={problem} />
      {predicted && <Results predicted={predicted} />}
    </div>
  );
}

const mostBytes = 4e6;

function Results({ predicted }: { readonly predicted: Predicted }) {
  const { scenario, points, release, classNames } = predicted;
  const { values, deviation, clampedCount, mu } = release;
  const names = inputNames(scenario);
  const units = inputUnits(scenario);
  const rows = Math.min(values.length, shownRows);
  return (
    <>
      <p data-testid="predictions-summary">
        {countText(values.length)} {values.length === 1 ? "point" : "points"}, μ = {numberText(mu)}; the noise of each
        value has standard deviation {numberText(deviation)}.
        {clampedCount > 0 &&
          ` ${countText(clampedCount)} lay outside the declared domain and ${clampedCount === 1 ? "is" : "are"} answered at its edge.`}
        {classNames &&
          ` ${percentText(sureShare(predicted))} of the labels are sure to 95 %: had the original the other sign there, so large a value would have at most 5 % probability.`}{" "}
        The archive that was saved has all of it. Drop it on the page to open it again.
      </p>
      {/* Focusable, so that keys scroll a table wider than the page. */}
      <div className="map-scroll predictions" role="region" aria-label="Predictions" tabIndex={0}>
        <DataTable
          hasPlainHead
          head={[
            "Point",
            classNames ? "private f" : `private ${scenario.response}`,
            ...(classNames ? ["label", "certainty"] : []),
            ...names.map((name, j) => axisName(name, units[j])),
          ]}
          rows={Array.from({ length: rows }, (_, i) => [
            i + 1,
            classNames ? numberText(values[i]!) : `${numberText(values[i]!)} ± ${numberText(pointwise95 * deviation)}`,
            ...(classNames ? [labelOf(predicted, i), suretyText(certaintyOf(release, i))] : []),
            ...names.map((_, j) => numberText(points.coordinates[i * names.length + j]!)),
          ])}
        />
      </div>
      {values.length > rows && (
        <p className="explanation">
          The first {rows}; all {countText(values.length)} are in the file.
        </p>
      )}
    </>
  );
}

function sureShare({ release }: Predicted): number {
  const sure = release.values.filter((_, i) => certaintyOf(release, i) >= 0.95);
  return sure.length / release.values.length;
}
