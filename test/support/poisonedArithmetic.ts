import { boundOperations } from "../../src/core/arithmetic/operations.ts";
import type { Arithmetic, Call, SimdMemory } from "../../src/core/arithmetic/operations.ts";
import { keepIn } from "../../src/core/arithmetic/plainMemory.ts";
import type { PlainMemory } from "../../src/core/arithmetic/plainMemory.ts";
import { firstPlace, growTo, simdModule } from "../../src/core/arithmetic/simdModule.ts";

/**
 * Arithmetic that computes the same, but takes the contract of its memory by the word. At each `reserve` and `keep`,
 *
 * - what was reserved before becomes NaN, and so does what is reserved now;
 * - older views end: in WebAssembly they have length 0, in plain TypeScript they are another array, of NaN;
 * - the new view has the length that was asked for, no more;
 * - whoever wrote behind the end of what he had reserved is told.
 */
export function poisonedSimd(additions: "fused" | "plain"): Arithmetic | undefined {
  const module = simdModule(additions);
  if (!module) return undefined;
  const { memory } = module;
  const place: SimdMemory = { start: firstPlace(module) };
  let view = new Float64Array(0);
  let reserved = nothing;
  const reserve = (count: number) => {
    checkFence(all(), reserved);
    // What was reserved before, its fence included, is NaN; beyond that no one has written.
    all().fill(NaN, 0, reserved + fence);
    growTo(memory, place.start + count + fence);
    memory.grow(0);
    all()
      .fill(NaN, 0, count)
      .fill(fencePost, count, count + fence);
    reserved = count;
    return (view = new Float64Array(memory.buffer, place.start * 8, count));
  };
  const all = () => new Float64Array(memory.buffer, place.start * 8);
  return {
    name: additions === "fused" ? "fused simd" : "simd",
    reserve,
    held: () => view,
    keep: (values) => {
      reserve(values.length).set(values);
      const kept = place.start;
      place.start += Math.ceil(values.length / 2) * 2;
      reserved = nothing;
      reserve(0);
      return kept;
    },
    ...boundOperations((name, operation) => operation.simd(module[name] as Call, place)),
  };
}

/** The same in plain TypeScript. */
export function poisonedPlain(): Arithmetic {
  const memory: PlainMemory = { values: new Float64Array(fence).fill(fencePost), kept: new Float64Array(0) };
  let view: Float64Array = new Float64Array(0);
  const reserve = (count: number) => {
    checkFence(memory.values, memory.values.length - fence);
    memory.values.fill(NaN);
    memory.values = new Float64Array(count + fence).fill(NaN, 0, count).fill(fencePost, count);
    return (view = memory.values.subarray(0, count));
  };
  return {
    name: "plain",
    reserve,
    held: () => view,
    keep: (values) => {
      reserve(0);
      return keepIn(memory, values);
    },
    ...boundOperations((_, operation) => operation.plain(memory)),
  };
}

/** Doubles behind what is reserved, and what they are. */
const fence = 64;
const nothing = -fence;
const fencePost = -7.25e77;

function checkFence(values: Float64Array, reserved: number): void {
  if (reserved === nothing) return;
  const posts = values.subarray(reserved, reserved + fence);
  const wrong = posts.findIndex((post) => post !== fencePost);
  if (wrong >= 0)
    throw new Error(`${reserved} doubles were reserved, and ${posts[wrong]!} was written ${wrong} behind`);
}
