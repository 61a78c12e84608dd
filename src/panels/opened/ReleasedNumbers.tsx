import { axisValues, pointsOf, releasedValues, type ReleaseFile } from "../../core/release/file/releaseFile.ts";
import { normalCdf } from "../../core/special/normal.ts";
import { countText, fourDigitText, numberText, suretyText } from "../../core/numberFormats.ts";
import { writtenPointwise95 } from "../../core/privacy/bands/pointwise.ts";
import { DataTable } from "../shared/DataTable.tsx";
import { sidesIn } from "./classSides.ts";
import { withUnit } from "../../core/release/file/writtenUnit.ts";
import { columnsOf } from "./releasedFunction.ts";
import "./releasedNumbers.css";

const most = 200;

interface ReleasedNumbersProps {
  readonly file: ReleaseFile;
  /** The first axis counts columns. */
  readonly isTable: boolean;
}

export function ReleasedNumbers({ file, isTable }: ReleasedNumbersProps) {
  const { names, rows } =
    isTable && file.view.axes.length === 2 ? rowsOfTable(file) : (rowsOfPoints(file) ?? rowsOfValues(file));
  return (
    <div className="released-numbers" role="group" aria-label="Released numbers" tabIndex={0}>
      <DataTable head={names} rows={Array.from({ length: Math.min(most, rows.count) }, (_, row) => rows.at(row))} />
      {rows.count > most && (
        <p className="explanation">
          The first {most} of {countText(rows.count)} rows; the file has all of them, and all digits.
        </p>
      )}
    </div>
  );
}

interface Rows {
  readonly names: readonly string[];
  readonly rows: { readonly count: number; readonly at: (row: number) => readonly string[] };
}

function rowsOfTable(file: ReleaseFile): Rows {
  const { axes, values } = file.view;
  const [columns, rows] = axes.map((axis) => pointsOf([axis])) as [number, number];
  return {
    names: ["row", ...(columnsOf(file) ?? Array.from({ length: columns }, (_, k) => `column ${k + 1}`))],
    rows: {
      count: rows,
      at: (row) => [String(row + 1), ...values.slice(row * columns, (row + 1) * columns).map(fourDigitText)],
    },
  };
}

/** Predictions, with class and certainty if classes are named. */
function rowsOfPoints(file: ReleaseFile): Rows | undefined {
  const {
    view,
    mechanism: { domain },
  } = file;
  if (domain.kind !== "points") return undefined;
  const { inputs, coordinates } = domain;
  const sides = sidesIn(file);
  const deviation = (view.bands[0]?.halfWidth ?? NaN) / writtenPointwise95;
  const labelOf = (value: number) =>
    sides ? [sides[value > 0 ? 1 : 0], suretyText(normalCdf(Math.abs(value) / deviation))] : [];
  return {
    names: [
      "point",
      view.valueName === "" ? "value" : view.valueName,
      ...(sides ? ["label", "certainty"] : []),
      ...inputs.map(({ name, unit }) => withUnit(name, unit)),
    ],
    rows: {
      count: view.values.length,
      at: (row) => [
        String(row + 1),
        numberText(view.values[row]!),
        ...labelOf(view.values[row]!),
        ...inputs.map((_, k) => String(coordinates[row * inputs.length + k])),
      ],
    },
  };
}

function rowsOfValues({ view, mechanism }: ReleaseFile): Rows {
  const axes = view.axes.map(axisValues);
  if (axes.length === 0) {
    const values = releasedValues(mechanism);
    return {
      names: ["index", "value"],
      rows: { count: values.length, at: (row) => [String(row), String(values[row])] },
    };
  }
  const placesOf = (row: number) => {
    let rest = row;
    return axes.map((axis) => {
      const at = axis[rest % axis.length]!;
      rest = Math.floor(rest / axis.length);
      return String(at);
    });
  };
  return {
    names: [
      ...view.axes.map(({ name, unit }) => withUnit(name, unit)),
      view.valueName === "" ? "value" : view.valueName,
    ],
    rows: { count: view.values.length, at: (row) => [...placesOf(row), String(view.values[row])] },
  };
}
