/** Lines along which a field has one value, in grid units: x and y in turn, one array per line; a closed line ends where it began. */
export type ZeroLines = readonly Float64Array[];

/** Where a field on a grid changes its sign; a zero counts as positive. */
export function zeroLines(values: Float64Array, nx: number, ny: number): ZeroLines {
  return levelLines(values, [nx, ny], [0]);
}

/**
 * Where a field on a grid passes each of some levels, in turn, by marching squares with linear interpolation.
 *
 * Every edge between two grid points on different sides has one crossing; each cell joins its two crossings, or its four
 * in pairs that agree with the mean of its corners. The lines are then followed from crossing to crossing.
 *
 * @param values first axis fastest, shape (nx·ny,); what equals a level counts as above it
 * @param levels increasing, at most 255
 * @see Lorensen & Cline (1987), SIGGRAPH, in the plane
 */
export function levelLines(
  values: Float64Array,
  [nx, ny]: readonly [number, number],
  levels: readonly number[],
): ZeroLines {
  const scratch = scratchOf(nx * ny);
  const { bands, cells } = scratch;
  for (let at = 0, band = 0; at < values.length; at++) {
    const value = values[at]!;
    while (band < levels.length && value >= levels[band]!) band++;
    while (band > 0 && value < levels[band - 1]!) band--;
    bands[at] = band;
  }
  let count = 0;
  for (let j = 0; j + 1 < ny; j++) {
    const end = (j + 1) * nx - 1;
    let left = bands[j * nx]! | (bands[(j + 1) * nx]! << 8);
    for (let at = j * nx; at < end; at++) {
      const right = bands[at + 1]! | (bands[at + nx + 1]! << 8);
      if (left !== right || (left & 255) !== left >> 8) cells[count++] = at;
      left = right;
    }
  }
  const passed = cells.subarray(0, count);
  return levels.flatMap((level, k) => linesOf(values, nx, level, k, passed, scratch));
}

/** The lines of one level, of which `below` levels are below it, through the cells in which some level is passed. */
function linesOf(
  values: Float64Array,
  nx: number,
  level: number,
  below: number,
  cells: Int32Array,
  { links, visited, bands }: Scratch,
): ZeroLines {
  // Edges: (i, j)–(i+1, j) has the number i + j·nx, (i, j)–(i, j+1) the same plus nx·ny.
  const size = values.length;
  const crossings: number[] = [];
  const link = (a: number, b: number) => {
    attach(a, b);
    attach(b, a);
  };
  const attach = (a: number, b: number) => {
    if (links[2 * a]! < 0) {
      links[2 * a] = b;
      crossings.push(a);
    } else {
      links[2 * a + 1] = b;
    }
  };

  for (let k = 0; k < cells.length; k++) {
    const at = cells[k]!;
    const a = bands[at]! > below;
    const b = bands[at + 1]! > below;
    const c = bands[at + nx + 1]! > below;
    const d = bands[at + nx]! > below;
    if (a === b && b === c && c === d) continue;
    const bottom = at;
    const top = at + nx;
    const left = size + at;
    const right = size + at + 1;
    if (a !== b && b !== c && c !== d) {
      const middle = values[at]! + values[at + 1]! + values[at + nx]! + values[at + nx + 1]! >= 4 * level;
      if (middle === a) {
        link(bottom, right);
        link(left, top);
      } else {
        link(bottom, left);
        link(right, top);
      }
    } else if (a !== b) link(bottom, b !== c ? right : c !== d ? top : left);
    else if (b !== c) link(right, c !== d ? top : left);
    else link(top, left);
  }

  const lines: Float64Array[] = [];
  const follow = (start: number) => {
    const line: number[] = [];
    let previous = -1;
    let edge = start;
    while (edge >= 0 && visited[edge] === 0) {
      visited[edge] = 1;
      pushCrossing(line, values, nx, edge, level);
      const next = links[2 * edge] === previous ? links[2 * edge + 1]! : links[2 * edge]!;
      previous = edge;
      edge = next;
    }
    if (edge === start && line.length > 4) line.push(line[0]!, line[1]!);
    lines.push(Float64Array.from(line));
  };
  for (const edge of crossings) if (links[2 * edge + 1]! < 0 && visited[edge] === 0) follow(edge);
  for (const edge of crossings) if (visited[edge] === 0) follow(edge);
  for (const edge of crossings) {
    links[2 * edge] = links[2 * edge + 1] = -1;
    visited[edge] = 0;
  }
  return lines;
}

interface Scratch {
  /** Of each edge the two neighbours on its line, −1 where there is none; left as it was found. */
  readonly links: Int32Array;
  /** Whether an edge was followed; left as it was found. */
  readonly visited: Uint8Array;
  /** How many levels are at or below the value of a grid point. */
  readonly bands: Uint8Array;
  /** Cells, by the number of their first grid point, in which a level is passed. */
  readonly cells: Int32Array;
}

let scratch: Scratch = {
  links: new Int32Array(0),
  visited: new Uint8Array(0),
  bands: new Uint8Array(0),
  cells: new Int32Array(0),
};

/** Kept from call to call: several fields are drawn in one frame, and a megabyte for each is slow to come by. */
function scratchOf(size: number): Scratch {
  if (scratch.bands.length < size) {
    const links = new Int32Array(4 * size).fill(-1);
    scratch = { links, visited: new Uint8Array(2 * size), bands: new Uint8Array(size), cells: new Int32Array(size) };
  }
  return scratch;
}

function pushCrossing(line: number[], values: Float64Array, nx: number, edge: number, level: number): void {
  const size = values.length;
  const vertical = edge >= size;
  const at = vertical ? edge - size : edge;
  const from = values[at]!;
  const to = values[at + (vertical ? nx : 1)]!;
  const share = (from - level) / (from - to);
  const i = at % nx;
  const j = (at - i) / nx;
  line.push(vertical ? i : i + share, vertical ? j + share : j);
}
