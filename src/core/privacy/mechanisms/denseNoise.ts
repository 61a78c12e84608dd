import { checkNonNegative } from "../../checks.ts";
import type { Arithmetic } from "../../arithmetic/operations.ts";
import { rowMemory, type RowMemory } from "../../arithmetic/rowMemory.ts";
import { elementRoundings } from "../../kernels/elementRoundings.ts";
import type { Kernel } from "../../kernels/kernel.ts";
import { fillKernelRow } from "../../kernels/kernelRows.ts";
import { coordinatesByAxis, fillSectionRow, hasSectionRows } from "../../kernels/sectionRow.ts";
import { factorisePanels, fillLastPanel, panelRow, panelsSize, rowsOfPanels } from "../../linalg/cholesky.ts";
import { pointAt, pointCount, type Points } from "../../points.ts";
import { gaussianNormBound } from "./gaussianNorm.ts";
import type { UnitNoiseSampler } from "./unitNoise.ts";

interface DenseNoiseSampler extends UnitNoiseSampler {
  /** Copy of L, shape (m, m), row-major, zero above the diagonal: N = L z. */
  factor(): Float64Array;
}

/**
 * Noise with any kernel at arbitrary public points, N = L z with L Lᵀ = K + (τ + s)I in blocks:
 *
 *     s = 1.5 m(m + 4 + e)u(κ + τ),   κ = sup k,  e the roundings of an element of K.
 *
 * O(m³/3) once and O(m²) per draw; points may coincide. Shared memory may force a second factorisation, to the same
 * bits.
 *
 * @param kernel computed to `elementRoundings` times uκ
 * @param at m points, public
 * @param jitter τ ≥ 0
 * @throws {ParameterError} if jitter is out of range, or elements of the kernel are off by more than 0.01κ/m
 * @see docs/proofs/scatteredNoise.md, Lemmas 6 and 7
 */
export function denseNoiseSampler(
  { kernel, at: given, jitter }: { readonly kernel: Kernel; readonly at: Points; readonly jitter: number },
  memories: RowMemory = (own ??= rowMemory(1)),
): DenseNoiseSampler {
  checkNonNegative("jitter", jitter);
  // A copy: the caller may move the points before the factor is computed again.
  const at = { ...given, coordinates: given.coordinates.slice() };
  const m = pointCount(at);
  const { diagonalBound } = kernel;
  const unit = roundoff * (diagonalBound + jitter);
  const e = elementRoundings(kernel, at.dimension, m);
  const slack = 1.5 * m * (m + 4 + e) * unit;
  const holder = {};
  let copy: Float64Array | undefined;
  const factorise = (by: Arithmetic) => factorOf(kernel, at, jitter + slack, by);
  const panels = () => {
    if (copy) return copy;
    const { by, kept } = memories.lend(holder);
    return kept ? by.held() : (copy = factorise(by).slice(0, panelsSize(m)));
  };
  factorise(memories.lend(holder).by);
  const squares = m * (diagonalBound + jitter + 2 * slack);
  return {
    method: "cholesky",
    normalCount: m,
    jitter,
    factor: () => rowsOfPanels(panels(), m),
    covarianceError: 2 * slack,
    forwardError: 1.02 * (m + 2) * roundoff * Math.sqrt(squares) * gaussianNormBound(m, 1),
    sample: (z, out) => multiplyPanels(panels(), z, out),
  };
}

const roundoff = 2 ** -53;

let own: RowMemory | undefined;

/** Computes L of K with `added` on its diagonal, by panels. */
function factorOf(kernel: Kernel, at: Points, added: number, by: Arithmetic): Float64Array {
  const m = pointCount(at);
  const { dimension } = at;
  const stride = Math.ceil(m / 16) * 16;
  const size = panelsSize(m);
  const [rows, points] = [size, size + 4 * stride];
  const inMemory = hasSectionRows(kernel);
  const memory = by.reserve(points + dimension * stride);
  if (inMemory) memory.set(coordinatesByAxis(at), points);
  for (let first = 0; first < m; first += 4) {
    const columns = first + 4;
    const count = Math.min(stride, Math.ceil(columns / 16) * 16);
    for (let i = first; i < Math.min(m, columns); i++) {
      const out = rows + (i - first) * stride;
      if (inMemory) fillSectionRow(by, kernel, { points, stride, dimension, centre: i, out, count });
      else fillKernelRow(kernel, pointAt(at, i), at, memory.subarray(out, out + i + 1));
      memory[out + i]! += added;
    }
    for (let j = 0, to = panelRow(first); j < columns; j++)
      for (let row = rows + j; row < rows + 4 * stride; row += stride) memory[to++] = memory[row]!;
  }
  fillLastPanel(memory, m);
  factorisePanels(by, m);
  return by.held();
}

function multiplyPanels(panels: Float64Array, z: Float64Array, out: Float64Array): Float64Array {
  const m = out.length;
  let at = 0;
  for (let i = 0; i < m; i += 4) {
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    const columns = Math.min(m, i + 4);
    for (let j = 0; j < columns; j++, at += 4) {
      const weight = z[j]!;
      a += panels[at]! * weight;
      b += panels[at + 1]! * weight;
      c += panels[at + 2]! * weight;
      d += panels[at + 3]! * weight;
    }
    out[i] = a;
    if (i + 1 < m) out[i + 1] = b;
    if (i + 2 < m) out[i + 2] = c;
    if (i + 3 < m) out[i + 3] = d;
  }
  return out;
}
