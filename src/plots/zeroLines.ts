/** Lines along which a field has one value, in grid units: x and y in turn, one array per line; a closed line ends where it began. */
export type ZeroLines = readonly Float64Array[];

/** Where a field on a grid changes its sign; a zero counts as positive. */
export function zeroLines(values: Float64Array, nx: number, ny: number): ZeroLines {
  return levelLines(values, [nx, ny], 0);
}

/**
 * Where a field on a grid passes a level, by marching squares with linear interpolation.
 *
 * Every edge between two grid points on different sides has one crossing; each cell joins its two crossings, or its four
 * in pairs that agree with the mean of its corners. The lines are then followed from crossing to crossing.
 *
 * @param values first axis fastest, shape (nx·ny,); what equals the level counts as above it
 * @see Lorensen & Cline (1987), SIGGRAPH, in the plane
 */
export function levelLines(values: Float64Array, [nx, ny]: readonly [number, number], level: number): ZeroLines {
  // Edges: (i, j)–(i+1, j) has the number i + j·nx, (i, j)–(i, j+1) the same plus nx·ny.
  const size = nx * ny;
  const { links, visited, signs } = scratchOf(size);
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

  for (let at = 0; at < size; at++) signs[at] = values[at]! >= level ? 1 : 0;
  for (let j = 0; j + 1 < ny; j++) {
    const end = (j + 1) * nx - 1;
    for (let at = j * nx; at < end; at++) {
      const a = signs[at]!;
      const b = signs[at + 1]!;
      const c = signs[at + nx + 1]!;
      const d = signs[at + nx]!;
      if (((a + b + c + d) & 3) === 0) continue;
      const bottom = at;
      const top = at + nx;
      const left = size + at;
      const right = size + at + 1;
      if (a !== b && b !== c && c !== d) {
        const middle = values[at]! + values[at + 1]! + values[at + nx]! + values[at + nx + 1]! >= 4 * level;
        if (middle === (a === 1)) {
          link(bottom, right);
          link(left, top);
        } else {
          link(bottom, left);
          link(right, top);
        }
        continue;
      }
      const ends: number[] = [];
      if (a !== b) ends.push(bottom);
      if (b !== c) ends.push(right);
      if (c !== d) ends.push(top);
      if (d !== a) ends.push(left);
      link(ends[0]!, ends[1]!);
    }
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
  /** Whether a grid point is above the level. */
  readonly signs: Uint8Array;
}

let scratch: Scratch = { links: new Int32Array(0), visited: new Uint8Array(0), signs: new Uint8Array(0) };

/** Kept from call to call: several fields are drawn in one frame, and 700 kB for each are slow to come by. */
function scratchOf(size: number): Scratch {
  if (scratch.signs.length < size) {
    scratch = { links: new Int32Array(4 * size).fill(-1), visited: new Uint8Array(2 * size), signs: new Uint8Array(size) };
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
