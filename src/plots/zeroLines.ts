import type { DrawSum } from "../core/release/scale.ts";

/** Lines in grid units: x and y in turn; a closed line repeats its first point. */
export type ZeroLines = readonly Float64Array[];

type Field = Float64Array | DrawSum;

/** Changes of sign; a zero counts as positive. */
export function zeroLines(field: Field, nx: number, ny: number, stride = 1): ZeroLines {
  return levelLines(field, [nx, ny], [0], stride);
}

/**
 * Lines where a field on a grid passes each level, in turn, by marching squares with linear interpolation. Each cell
 * joins its two crossings, or its four in pairs that agree with its corners' mean.
 *
 * @param field first axis fastest, shape (nx·ny,); a value equal to a level counts as above it
 * @param levels increasing, at most 255
 * @param stride of the used grid points: 2 while a picture moves
 * @see Lorensen & Cline (1987), SIGGRAPH, in the plane
 */
export function levelLines(
  field: Field,
  [nx, ny]: readonly [number, number],
  levels: readonly number[],
  stride = 1,
): ZeroLines {
  if (stride > 1) return stretched(field, [nx, ny], levels, stride);
  const values = field instanceof Float64Array ? field : looked(field, [nx, ny], 1);
  const scratch = scratchOf(nx * ny);
  const lines: Float64Array[] = [];
  const [only] = levels;
  if (only !== undefined && levels.length === 1) {
    findSigns(values, only, nx, scratch);
    const cells = scratch.cells.subarray(0, findChanges(nx, ny, scratch));
    findBandsAround(cells, values, only, nx, scratch.bands);
    followLevel(values, nx, only, 0, cells, scratch, lines);
    return lines;
  }
  findBands(values, levels, scratch.bands);
  const count = findCells(nx, ny, scratch);
  levels.forEach((level, k) => followLevel(values, nx, level, k, cellsOf(k, count, nx, scratch), scratch, lines));
  return lines;
}

let kept = new Float64Array(0);

/** Every `stride`-th grid point and the last ones, in a reused array. */
function looked(field: Field, [nx, ny]: readonly [number, number], stride: number): Float64Array {
  const [columns, rows] = [Math.ceil(nx / stride), Math.ceil(ny / stride)];
  if (kept.length !== columns * rows) kept = new Float64Array(columns * rows);
  const out = kept;
  const [values, noise, scale] =
    field instanceof Float64Array ? [field, undefined, 0] : [field.estimate, field.noise, field.noiseScale];
  for (let j = 0, to = 0; j < rows; j++) {
    const row = (j === rows - 1 ? ny - 1 : j * stride) * nx;
    const last = row + (columns - 1) * stride;
    if (noise) {
      for (let from = row; from < last; from += stride) out[to++] = values[from]! + scale * noise[from]!;
      out[to++] = values[row + nx - 1]! + scale * noise[row + nx - 1]!;
    } else {
      for (let from = row; from < last; from += stride) out[to++] = values[from]!;
      out[to++] = values[row + nx - 1]!;
    }
  }
  return out;
}

/** In units of the whole grid. */
function stretched(
  field: Field,
  [nx, ny]: readonly [number, number],
  levels: readonly number[],
  stride: number,
): ZeroLines {
  const [columns, rows] = [Math.ceil(nx / stride), Math.ceil(ny / stride)];
  // The last column and row stay the border.
  const lines = levelLines(looked(field, [nx, ny], stride), [columns, rows], levels);
  const [lastX, lastY] = [(columns - 2) * stride, (rows - 2) * stride];
  const scale = (place: number, before: number, last: number) =>
    place * stride <= before ? place * stride : before + (place - before / stride) * (last - before);
  for (const line of lines)
    for (let k = 0; k < line.length; k += 2) {
      line[k] = scale(line[k]!, lastX, nx - 1);
      line[k + 1] = scale(line[k + 1]!, lastY, ny - 1);
    }
  return lines;
}

/** Bits of values at or above a level: 32 of a row in a word. */
function findSigns(values: Float64Array, level: number, nx: number, { signs }: Scratch): void {
  for (let row = 0, word = 0; row < values.length; row += nx)
    for (let start = row; start < row + nx; start += 32, word++) {
      const count = Math.min(32, row + nx - start);
      let bits = 0;
      for (let bit = 0; bit < count; bit++) if (values[start + bit]! >= level) bits |= 1 << bit;
      signs[word] = bits;
    }
}

function findBandsAround(cells: Int32Array, values: Float64Array, level: number, nx: number, bands: Uint8Array): void {
  for (let c = 0; c < cells.length; c++) {
    const at = cells[c]!;
    bands[at] = +(values[at]! >= level);
    bands[at + 1] = +(values[at + 1]! >= level);
    bands[at + nx] = +(values[at + nx]! >= level);
    bands[at + nx + 1] = +(values[at + nx + 1]! >= level);
  }
}

/** Cells with corners on both sides, 32 at a time. @returns their number */
function findChanges(nx: number, ny: number, { signs, cells }: Scratch): number {
  const words = Math.ceil(nx / 32);
  let count = 0;
  for (let j = 0; j + 1 < ny; j++) {
    for (let word = 0; word < words; word++) {
      const [last, below] = [word === words - 1, j * words + word];
      const above = below + words;
      const [lower, upper] = [signs[below]!, signs[above]!];
      // A row's last grid point begins no cell.
      const lowerRight = (lower >>> 1) | (last ? 0 : signs[below + 1]! << 31);
      const upperRight = (upper >>> 1) | (last ? 0 : signs[above + 1]! << 31);
      let changes = (lower ^ lowerRight) | (upper ^ upperRight) | (lower ^ upper);
      if (last) changes &= (1 << ((nx - 1) % 32)) - 1;
      for (const first = j * nx + 32 * word; changes !== 0; changes &= changes - 1)
        cells[count++] = first + 31 - Math.clz32(changes & -changes);
    }
  }
  return count;
}

function findBands(values: Float64Array, levels: readonly number[], bands: Uint8Array): void {
  for (let at = 0, band = 0; at < values.length; at++) {
    const value = values[at]!;
    while (band < levels.length && value >= levels[band]!) band++;
    while (band > 0 && value < levels[band - 1]!) band--;
    bands[at] = band;
  }
}

/** Cells that pass some level. @returns their number */
function findCells(nx: number, ny: number, { bands, cells }: Scratch): number {
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
  return count;
}

function cellsOf(k: number, count: number, nx: number, { bands, cells, passed }: Scratch): Int32Array {
  let own = 0;
  for (let c = 0; c < count; c++) {
    const at = cells[c]!;
    const above = +(bands[at]! > k) + +(bands[at + 1]! > k) + +(bands[at + nx]! > k) + +(bands[at + nx + 1]! > k);
    passed[own] = at;
    own += +((above & 3) !== 0);
  }
  return passed.subarray(0, own);
}

/** A followed edge, and a missing neighbour. */
const [followed, none] = [-2, -1];

function followLevel(
  values: Float64Array,
  nx: number,
  level: number,
  below: number,
  cells: Int32Array,
  { links, crossings, bands, points }: Scratch,
  lines: Float64Array[],
): void {
  // Edge (i, j)–(i+1, j) has the number i + j·nx, (i, j)–(i, j+1) the same plus nx·ny.
  const size = values.length;
  let count = 0;
  const attach = (a: number, b: number) => {
    if (links[2 * a] === none) {
      links[2 * a] = b;
      crossings[count++] = a;
    } else {
      links[2 * a + 1] = b;
    }
  };
  const link = (a: number, b: number) => {
    attach(a, b);
    attach(b, a);
  };

  for (let k = 0; k < cells.length; k++) {
    const at = cells[k]!;
    const a = bands[at]! > below;
    const b = bands[at + 1]! > below;
    const c = bands[at + nx + 1]! > below;
    const d = bands[at + nx]! > below;
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

  const follow = (start: number) => {
    let length = 0;
    let previous = none;
    let edge = start;
    while (edge !== none && links[2 * edge] !== followed) {
      const vertical = edge >= size;
      const at = vertical ? edge - size : edge;
      const from = values[at]!;
      const share = (from - level) / (from - values[at + (vertical ? nx : 1)]!);
      const j = Math.floor(at / nx);
      const i = at - j * nx;
      points[length++] = vertical ? i : i + share;
      points[length++] = vertical ? j + share : j;
      const next = links[2 * edge] === previous ? links[2 * edge + 1]! : links[2 * edge]!;
      links[2 * edge] = followed;
      previous = edge;
      edge = next;
    }
    if (edge === start && length > 4) {
      points[length++] = points[0]!;
      points[length++] = points[1]!;
    }
    lines.push(points.slice(0, length));
  };
  const isLeft = (edge: number) => links[2 * edge] !== followed;
  for (let k = 0; k < count; k++) {
    const edge = crossings[k]!;
    if (links[2 * edge + 1] === none && isLeft(edge)) follow(edge);
  }
  for (let k = 0; k < count; k++) if (isLeft(crossings[k]!)) follow(crossings[k]!);
  for (let k = 0; k < count; k++) {
    const edge = crossings[k]!;
    links[2 * edge] = links[2 * edge + 1] = none;
  }
}

interface Scratch {
  /** Two neighbours of each edge; all `none` between calls. */
  readonly links: Int32Array;
  readonly crossings: Int32Array;
  readonly bands: Uint8Array;
  /** With one level: bits of the values above it, row by row. */
  readonly signs: Int32Array;
  /** By number of their first grid point. */
  readonly cells: Int32Array;
  readonly passed: Int32Array;
  readonly points: Float64Array;
}

let scratch: Scratch | undefined;

/** Reused: allocating a megabyte a field is slow. */
function scratchOf(size: number): Scratch {
  if (scratch && scratch.bands.length >= size) return scratch;
  scratch = {
    links: new Int32Array(4 * size).fill(none),
    crossings: new Int32Array(2 * size),
    bands: new Uint8Array(size),
    signs: new Int32Array(size), // A row has at most as many words as points.
    cells: new Int32Array(size),
    passed: new Int32Array(size),
    points: new Float64Array(4 * size + 2),
  };
  return scratch;
}
