import { expect, test } from "vitest";
import { addMultiple, dot } from "../../../src/core/linalg/vectors.ts";

test.each([0, 1, 3, 4, 5, 8, 11])(
  "dot(a, 2, b, 1, %i) and addMultiple read from the given places, that many",
  (count) => {
    const a = Float64Array.from({ length: 20 }, (_, i) => i + 1);
    const b = Float64Array.from({ length: 20 }, (_, i) => 2 * i - 7);
    let sum = 0;
    for (let k = 0; k < count; k++) sum += a[2 + k]! * b[1 + k]!;
    expect(dot(a, 2, b, 1, count)).toBe(sum);

    const out = b.slice();
    addMultiple(out, -3, a, 2, count);
    out.forEach((value, k) => expect(value).toBe(k < count ? b[k]! - 3 * a[2 + k]! : b[k]!));
  },
);
