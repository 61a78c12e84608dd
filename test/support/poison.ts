import { vi } from "vitest";
import type * as Plain from "../../src/core/arithmetic/plainArithmetic.ts";
import type * as Simd from "../../src/core/arithmetic/simdArithmetic.ts";
import type * as Bits from "../../src/core/random/uniformBits.ts";

/** Set-up of `npm run poisoned`: every arithmetic is one of poisonedArithmetic.ts, and every random number overwrites. */
vi.mock("../../src/core/arithmetic/simdArithmetic.ts", async (original) => {
  const { poisonedSimd } = await import("./poisonedArithmetic.ts");
  return { ...(await original<typeof Simd>()), simdArithmetic: poisonedSimd };
});

vi.mock("../../src/core/arithmetic/plainArithmetic.ts", async (original) => {
  const { poisonedPlain } = await import("./poisonedArithmetic.ts");
  return { ...(await original<typeof Plain>()), plainArithmetic: poisonedPlain };
});

vi.mock("../../src/core/random/uniformBits.ts", async (original) => {
  const { arithmetic } = await import("../../src/core/arithmetic/arithmetic.ts");
  const real = await original<typeof Bits>();
  const sourceFromBits = (
    refill: (block: Uint32Array) => void,
    blockLength: number,
    by = arithmetic,
    writeBlocks?: Parameters<typeof Bits.sourceFromBits>[3],
  ) => {
    const source = real.sourceFromBits(refill, blockLength, by, writeBlocks);
    const overwriting = () => {
      if (by().held().length > 0) by().reserve(0);
      return source;
    };
    return {
      uniform: () => overwriting().uniform(),
      normal: () => overwriting().normal(),
      fillNormals: (out: Float64Array) => overwriting().fillNormals(out),
    };
  };
  return { ...real, sourceFromBits };
});
