import { arithmetic } from "../arithmetic/arithmetic.ts";
import type { Arithmetic } from "../arithmetic/operations.ts";
import { normalOfBits, unitOfBits } from "../arithmetic/plain/normals.ts";
import type { RandomSource } from "./randomSource.ts";

const blocksAtOnce = 2;

/**
 * A random source from a stream of uniform 32-bit integers. A uniform number is (k + ½)/2⁵² with k of 52 random bits,
 * from two integers; a normal number is its normal quantile, the same in every browser.
 *
 * @param refill overwrites the given block with the next integers
 * @param blockLength integers per block, an even number
 * @param writeBlocks writes the next blocks to memory that it reserves, and returns their place; for many normal
 * numbers
 */
export function sourceFromBits(
  refill: (block: Uint32Array) => void,
  blockLength: number,
  by: () => Arithmetic = arithmetic,
  writeBlocks?: (by: Arithmetic, count: number) => number,
): RandomSource {
  const block = new Uint32Array(blockLength);
  let used = blockLength;
  const nextPair = () => {
    if (used === blockLength) {
      refill(block);
      used = 0;
    }
    used += 2;
    return used - 2;
  };
  let memory: Float64Array | undefined;
  let words: Uint32Array;
  return {
    uniform: () => {
      const at = nextPair();
      return unitOfBits(block[at]!, block[at + 1]!);
    },
    normal: () => {
      const at = nextPair();
      return normalOfBits(block[at]!, block[at + 1]!);
    },
    fillNormals: (out) => {
      for (let i = 0; i < out.length;) {
        const blocks =
          used === blockLength ? Math.min(blocksAtOnce, Math.floor((2 * (out.length - i)) / blockLength)) : 0;
        if (writeBlocks && blocks > 0) {
          const current = by();
          const place = writeBlocks(current, blocks);
          const count = (blocks * blockLength) / 2;
          current.normals(place, count);
          out.set(current.held().subarray(place, place + count), i);
          i += count;
          continue;
        }
        if (used === blockLength) {
          refill(block);
          used = 0;
        }
        const { reserve, normals } = by();
        const reserved = reserve(blockLength / 2 + 1);
        if (reserved !== memory) {
          memory = reserved;
          words = new Uint32Array(reserved.buffer, reserved.byteOffset);
        }
        const count = Math.min((blockLength - used) / 2, out.length - i);
        words.set(used === 0 && 2 * count === blockLength ? block : block.subarray(used, used + 2 * count));
        normals(0, count + (count % 2));
        out.set(reserved.subarray(0, count), i);
        used += 2 * count;
        i += count;
      }
    },
  };
}
