import { ParameterError } from "../errors.ts";
import { checkPositiveInteger } from "../checks.ts";
import { latticeScale, type LatticeAxis } from "./latticeCounts.ts";

/** Columns of a table of counts on a public lattice of inputs, perhaps with a label or a response. */
export interface CountColumns<Named = CountedColumn> {
  /** One or two. */
  readonly inputs: readonly Named[];
  /** For a regression, on a lattice of its own. */
  readonly response?: Named;
  /** For a classification: its values are public names of classes. */
  readonly label?: Omit<Named, "axis">;
  /** Declared bound of the query; 1 where each row is a person. */
  readonly rowsPerPerson: number;
  /** A value of the only input, counted in the cell −1. */
  readonly pointMass?: number;
}

export interface CountedColumn {
  readonly of: string;
  readonly axis: LatticeAxis;
}

export interface CountNames {
  readonly inputs: readonly string[];
  readonly response?: string;
  readonly label?: string;
  readonly count: string;
}

export const labelPrefix = "label_of_";
const prefixes = { input: "cell_of_", response: "response_cell_of_", label: labelPrefix } as const;
/** PostgreSQL's longest name. */
const longestName = 63;

/**
 * Names of a query's columns. That of the counts says the whole lattice, as names travel with the numbers.
 *
 * @throws {ParameterError} naming "domain", if an axis is none or its ends have too many digits; or "pointMass", beside
 * more than one column of numbers
 */
export function countNames({ inputs, response, label, rowsPerPerson, pointMass }: CountColumns): CountNames {
  const axes = [...inputs, ...(response ? [response] : [])].map(({ axis }) => axis);
  axes.forEach(latticeScale);
  if (pointMass !== undefined && !(axes.length === 1 && Number.isFinite(pointMass)))
    throw new ParameterError("pointMass", pointMass, "a finite value of one column of numbers");
  const per = checkPositiveInteger("rowsPerPerson", rowsPerPerson);
  const apart = pointMass === undefined ? "" : `_atom_${written(pointMass)}`;
  const count = `counts_${axes.map(axisText).join("__")}_per_${per}${apart}`;
  if (count.length > longestName) throw new ParameterError("domain", count, "bounds of fewer digits");
  return {
    inputs: inputs.map(({ of }) => `${prefixes.input}${of}`),
    ...(response && { response: `${prefixes.response}${response.of}` }),
    ...(label && { label: `${prefixes.label}${label.of}` }),
    count,
  };
}

function written(value: number): string {
  return String(value).replace("-", "m").replace("+", "").replace(".", "p").replace("-", "m");
}

function read(text: string): number {
  return Number(text.replaceAll("m", "-").replace("p", "."));
}

function axisText({ lower, upper, cells }: LatticeAxis): string {
  return `${written(lower)}_${written(upper)}_${cells}`;
}

/** Columns of a table of counts; undefined for any other table. */
export function countColumnsOf(
  names: readonly string[],
): { readonly names: CountNames; readonly columns: CountColumns } | undefined {
  const starting = (prefix: string) => names.filter((name) => name.startsWith(prefix) && name.length > prefix.length);
  const inputs = starting(prefixes.input);
  const [response, ...otherResponses] = starting(prefixes.response);
  const [label, ...otherLabels] = starting(prefixes.label);
  const found = names.flatMap((name) => {
    const parts = /^counts_(.+)_per_(\d+)(?:_atom_([\dmpe]+))?$/.exec(name);
    if (!parts) return [];
    const pointMass = parts[3] === undefined ? undefined : read(parts[3]);
    return [{ name, axes: parts[1]!.split("__").map(readAxis), rowsPerPerson: Number(parts[2]), pointMass }];
  });
  const [counts, ...otherCounts] = found;
  if (!counts || otherCounts.length + otherResponses.length + otherLabels.length > 0) return undefined;
  const axes = counts.axes.flatMap((axis) => (axis ? [axis] : []));
  const rounded = [...inputs, ...(response === undefined ? [] : [response])];
  if (!(axes.length === rounded.length && inputs.length >= 1 && inputs.length <= 2 && counts.rowsPerPerson >= 1))
    return undefined;
  if (counts.pointMass !== undefined && !(rounded.length === 1 && Number.isFinite(counts.pointMass))) return undefined;
  const of = (name: string, prefix: string) => name.slice(prefix.length);
  return {
    names: {
      inputs,
      ...(response !== undefined && { response }),
      ...(label !== undefined && { label }),
      count: counts.name,
    },
    columns: {
      inputs: inputs.map((name, j) => ({ of: of(name, prefixes.input), axis: axes[j]! })),
      ...(response !== undefined && { response: { of: of(response, prefixes.response), axis: axes.at(-1)! } }),
      ...(label !== undefined && { label: { of: of(label, prefixes.label) } }),
      rowsPerPerson: counts.rowsPerPerson,
      ...(counts.pointMass !== undefined && { pointMass: counts.pointMass }),
    },
  };
}

function readAxis(text: string): LatticeAxis | undefined {
  const found = /^([\dmpe]+)_([\dmpe]+)_(\d+)$/.exec(text);
  if (!found) return undefined;
  const axis = { lower: read(found[1]!), upper: read(found[2]!), cells: Number(found[3]) };
  return axis.lower < axis.upper && axis.cells >= 2 && axis.cells <= 2 ** 20 ? axis : undefined;
}
