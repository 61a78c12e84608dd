import { expect, test } from "vitest";
import { symmetricProduct } from "../../../src/core/linalg/symmetricProduct.ts";
import { farthest } from "../../support/farthest.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";

test.each([
  [3, 5],
  [150, 7],
  [7, 150],
])("symmetricProduct of a %i × %i matrix is XXᵀ of its rows and XᵀX of its columns", (rows, columns) => {
  const random = seededSource(rows);
  const X = Float64Array.from({ length: rows * columns }, () => random.normal());
  const ofRows = symmetricProduct(X, { size: rows, terms: columns, step: columns, term: 1 });
  const ofColumns = symmetricProduct(X, { size: columns, terms: rows, step: 1, term: columns });
  for (const [G, size, terms, at] of [
    [ofRows, rows, columns, (i: number, s: number) => X[i * columns + s]!],
    [ofColumns, columns, rows, (i: number, s: number) => X[s * columns + i]!],
  ] as const) {
    const [exact, turned] = [new Float64Array(size * size), new Float64Array(size * size)];
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) {
        for (let s = 0; s < terms; s++) exact[i * size + j]! += at(i, s) * at(j, s);
        turned[i * size + j] = G[j * size + i]!;
      }
    }
    expect(farthest(G, exact)).toBeLessThan(1e-12 * terms);
    expect(turned).toEqual(Float64Array.from(G));
  }
});
