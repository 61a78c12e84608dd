import { axisValues, type ReleaseAxis, type ReleasedRows, type ReleaseFile } from "./releaseFile.ts";
import { withUnit } from "./writtenUnit.ts";

/**
 * Vega-Lite description of a shown release.
 *
 * @see Vega-Lite, version 5, https://vega.github.io/vega-lite
 */
export function vegaLite(file: ReleaseFile): string {
  const { view, mechanism } = file;
  if (view.rows) return written(file, tableDots(view, view.rows));
  const axes = view.axes.map(axisValues);
  const [first, second] = view.axes;
  const last = view.axes.at(-1);
  const isLine = second === undefined || second.levels !== undefined;
  const stride = view.axes.slice(0, -1).reduce((product, _, j) => product * axes[j]!.length, 1);
  const inner = axes[0]?.length ?? 1;
  const widest = [...view.bands].sort((a, b) => b.halfWidth - a.halfWidth)[0];
  const values = view.values.map((value, i) => ({
    x: axes[0]?.[i % inner] ?? i,
    ...(isLine ? {} : { y: axes[1]![Math.floor(i / inner) % axes[1]!.length] }),
    ...(last?.levels && { group: last.levels[Math.floor(i / stride)]! }),
    value,
    ...(widest?.shape && { half: widest.halfWidth * widest.shape[i]! }),
  }));
  const x = { field: "x", type: "quantitative", title: titleOf(first) };
  const valueTitle = withUnit(view.valueName, view.valueUnit);
  const half = widest?.shape ? "datum.half" : String(widest?.halfWidth ?? 0);
  const line = {
    layer: [
      {
        transform: [
          { calculate: `datum.value - ${half}`, as: "lower" },
          { calculate: `datum.value + ${half}`, as: "upper" },
        ],
        mark: { type: "area", color: "#D55E00", opacity: 0.2 },
        encoding: { x, y: { field: "lower", type: "quantitative", title: valueTitle }, y2: { field: "upper" } },
      },
      {
        mark: { type: "line", color: "#D55E00" },
        encoding: { x, y: { field: "value", type: "quantitative", title: valueTitle } },
      },
    ],
  };
  const dots = {
    mark: { type: "point", color: "#D55E00" },
    encoding: {
      x: { ...x, title: "point" },
      y: { field: "value", type: "quantitative", title: valueTitle },
    },
  };
  const cells = {
    mark: "rect",
    encoding: {
      x: { ...x, type: "ordinal" },
      y: { field: "y", type: "ordinal", sort: "descending", title: titleOf(second) },
      color: { field: "value", type: "quantitative", title: valueTitle },
    },
  };
  const plain = isLine ? line : cells;
  const groups = {
    facet: { field: "group", type: "nominal", title: titleOf(last), sort: null },
    columns: 3,
    spec: plain,
  };
  return written(file, {
    data: { values },
    ...(mechanism.domain.kind === "points" ? dots : last?.levels ? groups : plain),
  });
}

function written({ view, mechanism }: ReleaseFile, picture: object): string {
  const specification = {
    $schema: "https://vega.github.io/schema/vega-lite/v5.json",
    title: {
      text: view.title,
      subtitle: `private: (ε, δ) = (${mechanism.epsilon}, ${mechanism.delta}), σ = ${mechanism.sigma}`,
    },
    ...picture,
  };
  return `${JSON.stringify(specification)}\n`;
}

/** Dots of the rows over the first two columns, by class. */
function tableDots({ values }: ReleaseFile["view"], { columns, label }: ReleasedRows): object {
  const p = columns.length;
  const [x, y = columns[0]!] = columns as [(typeof columns)[number], (typeof columns)[number]?];
  const place = (field: string, { name, unit }: typeof x) => ({
    ...{ field, type: "quantitative", title: withUnit(name, unit), scale: { zero: false } },
  });
  const rows = Array.from({ length: values.length / p }, (_, row) => ({
    x: values[p * row]!,
    y: values[p * row + Math.min(1, p - 1)]!,
    ...(label && { class: label.classes[label.of[row]!]! }),
  }));
  const colour = label && { color: { field: "class", type: "nominal", title: label.name } };
  return { data: { values: rows }, mark: "point", encoding: { x: place("x", x), y: place("y", y), ...colour } };
}

function titleOf(axis: ReleaseAxis | undefined): string {
  return axis === undefined ? "" : withUnit(axis.name, axis.unit);
}
