/**
 * Halves of a matrix that commutes with the mirror, M(μ, ν) = M(m − 1 − μ, n − 1 − ν): its action on even and odd
 * vectors.
 */
export interface Halves {
  /** M(μ, ν) + M(μ, n − 1 − ν), middle column unchanged: shape (rows, ⌈n/2⌉), row-major. */
  readonly even: Float64Array;
  /** M(μ, ν) − M(μ, n − 1 − ν): shape (rows, ⌊n/2⌋), row-major. */
  readonly odd: Float64Array;
}

export function halfSizes(n: number): { readonly evenSize: number; readonly oddSize: number } {
  return { evenSize: Math.ceil(n / 2), oddSize: Math.floor(n / 2) };
}

/** @param matrix shape (rows, n), row-major */
export function foldedColumns(matrix: Float64Array, n: number): Halves {
  const rows = matrix.length / n;
  const { evenSize, oddSize } = halfSizes(n);
  const even = new Float64Array(rows * evenSize);
  const odd = new Float64Array(rows * oddSize);
  for (let i = 0; i < rows; i++) {
    const row = i * n;
    for (let nu = 0; nu < oddSize; nu++) {
      const [here, there] = [matrix[row + nu]!, matrix[row + n - 1 - nu]!];
      even[i * evenSize + nu] = here + there;
      odd[i * oddSize + nu] = here - there;
    }
    if (evenSize > oddSize) even[i * evenSize + oddSize] = matrix[row + oddSize]!;
  }
  return { even, odd };
}

/** The square matrix of order n with these halves. */
export function unfoldedMatrix({ even, odd }: Halves, n: number): Float64Array {
  const { evenSize, oddSize } = halfSizes(n);
  const out = new Float64Array(n * n);
  for (let mu = 0; mu < evenSize; mu++) {
    for (let nu = 0; nu < evenSize; nu++) {
      const sum = even[mu * evenSize + nu]!;
      const difference = mu < oddSize && nu < oddSize ? odd[mu * oddSize + nu]! : 0;
      const isMiddle = nu >= oddSize;
      const here = isMiddle ? sum : (sum + difference) / 2;
      const there = isMiddle ? sum : (sum - difference) / 2;
      out[mu * n + nu] = here;
      out[mu * n + n - 1 - nu] = there;
      out[(n - 1 - mu) * n + n - 1 - nu] = here;
      out[(n - 1 - mu) * n + nu] = there;
    }
  }
  return out;
}
