import { csvText, inertText, type CsvColumn } from "./csv.ts";
import { axisValues, extraOf, type ReleaseAxis, type ReleasedRows, type ReleaseFile } from "./releaseFile.ts";
import { withUnit } from "./writtenUnit.ts";

export function tableName({ mechanism: { domain } }: ReleaseFile): string {
  if (domain.kind === "basis") return "coordinates.csv";
  if (domain.kind === "points") return "points.csv";
  return domain.axes.length === 1 ? "curve.csv" : "field.csv";
}

/** Table of a release: a row for each integer, with its place and its number, exact when read. */
export function releaseTable(file: ReleaseFile): string {
  const { mechanism } = file;
  const places = placesOf(file);
  const last = mechanism.integers.length - extraOf(mechanism).length;
  return csvText({
    columns: [
      ...places.map(({ name, at }) => ({ name, at: (i: number) => (i < last ? at(i) : "") })),
      { name: "integer", at: (i) => mechanism.integers[i]! },
      { name: "value", at: (i) => mechanism.integers[i]! * mechanism.lattice },
    ],
    rowCount: mechanism.integers.length,
  });
}

/** Table of the shown values; for a post-map also weights and offset. */
export function shownTable({ view, mechanism }: ReleaseFile, comments: readonly string[] = []): string {
  const { domain } = mechanism;
  const { axes, values, carried } = view;
  if (domain.kind === "points") return tableOf(placesAt(domain), values, { comments });
  if (!carried) return valueTable(axes, values, comments);
  const columns = carried.terms.flatMap(({ from, weights }, t) => [
    { name: `from ${t + 1}`, at: (i: number) => from[i]! },
    { name: `weight ${t + 1}`, at: (i: number) => weights[i]! },
  ]);
  const more = [...columns, { name: "offset", at: (i: number) => carried.offsets[i]! }];
  return tableOf(placesOn(axes), values, { comments, more });
}

/** Rows of a released table, with classes, moved into declared public ranges; undefined for other releases. */
export function rowsTable({ view }: ReleaseFile, comments: readonly string[] = []): string | undefined {
  const { rows } = view;
  if (!rows) return undefined;
  const { columns, label } = rows;
  const p = columns.length;
  const names = rowNames(rows);
  const numbers = columns.map(({ lower, upper }, j) => ({
    name: names[j]!,
    at: (row: number) => Math.min(upper, Math.max(lower, view.values[p * row + j]!)),
  }));
  const classes = label ? [{ name: names[p]!, at: (row: number) => label.classes[label.of[row]!]! }] : [];
  return csvText({ comments, columns: [...numbers, ...classes], rowCount: view.values.length / p });
}

function rowNames({ columns, label }: ReleasedRows): string[] {
  const names = columns.map(({ name, unit }) => withUnit(name, unit));
  return differentNames([...names, ...(label ? [label.name] : [])]);
}

/** Values on the points of axes, first axis fastest, as CSV. */
export function valueTable(
  axes: readonly ReleaseAxis[],
  values: ArrayLike<number>,
  comments: readonly string[] = [],
): string {
  return tableOf(placesOn(axes), values, { comments });
}

function tableOf(
  places: readonly Place[],
  values: ArrayLike<number>,
  { comments, more = [] }: { readonly comments: readonly string[]; readonly more?: readonly CsvColumn[] },
): string {
  const columns = [...places, { name: "value", at: (i: number) => values[i]! }, ...more];
  return csvText({ comments, columns, rowCount: values.length });
}

interface Place extends CsvColumn {
  readonly isText?: boolean;
  readonly unit?: string;
}

function placesOf({ mechanism: { domain } }: ReleaseFile): Place[] {
  if (domain.kind === "basis") return [{ name: "index", at: (i) => i }];
  return domain.kind === "points" ? placesAt(domain) : placesOn(domain.axes);
}

type PointsDomain = Extract<ReleaseFile["mechanism"]["domain"], { readonly kind: "points" }>;

function placesAt({ inputs, coordinates }: PointsDomain): Place[] {
  const names = namesOf(inputs);
  return names.map((name, k) => ({
    name,
    at: (i) => coordinates[i * names.length + k]!,
    unit: inputs[k]!.unit,
  }));
}

function namesOf(axes: readonly { readonly name: string }[]): string[] {
  return differentNames(
    axes.map(({ name }) => name),
    ["integer", "value"],
  );
}

function differentNames(written: readonly string[], taken: readonly string[] = []): string[] {
  const names = new Set(taken);
  return written.map((text, k) => {
    const inert = inertText(text) || "axis";
    let name = inert;
    for (let number = k + 1; names.has(name); number++) name = `${inert} ${number}`;
    names.add(name);
    return name;
  });
}

function placesOn(axes: readonly ReleaseAxis[]): Place[] {
  let stride = 1;
  const names = namesOf(axes);
  return axes.map((axis, k) => {
    const values = axisValues(axis);
    const step = stride;
    stride *= values.length;
    const shown = axis.levels ? differentNames(axis.levels) : values;
    return {
      name: names[k]!,
      at: (i) => shown[Math.floor(i / step) % values.length]!,
      unit: axis.unit,
      ...(axis.levels && { isText: true }),
    };
  });
}

function rowsResource(rows: ReleasedRows | undefined) {
  if (!rows) return [];
  const fields = rowNames(rows).map((name, j) => ({ name, type: j < rows.columns.length ? "number" : "string" }));
  const format = { format: "csv", mediatype: "text/csv", encoding: "utf-8" };
  return [{ name: "rows", type: "table", path: "rows.csv", ...format, schema: { fields } }];
}

/**
 * `datapackage.json` of a release: its files and columns.
 *
 * @see Data Package, version 2, https://datapackage.org
 */
export function dataPackage(file: ReleaseFile): string {
  const { sheet, created, app, digest, mechanism, view } = file;
  const fields = [
    ...placesOf(file).map(({ name, isText, unit = "" }) => ({
      name,
      type: isText ? "string" : mechanism.domain.kind === "basis" ? "integer" : "number",
      ...(unit !== "" && { description: `in ${unit}` }),
    })),
    { name: "integer", type: "integer", description: `multiple of the step ${mechanism.lattice}` },
    {
      name: "value",
      type: "number",
      description: [view.valueName, view.valueUnit].filter((text) => text !== "").join(", in "),
    },
  ];
  const description = {
    $schema: "https://datapackage.org/profiles/2.0/datapackage.json",
    name: `curveil-release-${digest.slice(0, 12)}`,
    title: sheet.title,
    created: `${created}T00:00:00Z`,
    description: `Differentially private release: mu = ${mechanism.mu}, (epsilon, delta) = (${mechanism.epsilon}, ${mechanism.delta}). Made with ${app.name} ${app.version}.`,
    resources: [
      {
        name: "table",
        type: "table",
        path: tableName(file),
        format: "csv",
        mediatype: "text/csv",
        encoding: "utf-8",
        schema: { fields },
      },
      ...rowsResource(view.rows),
      { name: "release", path: "release.json", format: "json", mediatype: "application/json", encoding: "utf-8" },
    ],
  };
  return `${JSON.stringify(description, null, 2)}\n`;
}
