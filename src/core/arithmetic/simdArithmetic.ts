import { boundOperations, type Arithmetic, type Call, type SimdMemory } from "./operations.ts";
import { firstPlace, growTo, simdModule } from "./simdModule.ts";

/**
 * Arithmetic in WebAssembly with 128-bit SIMD.
 *
 * @param additions "fused" rounds a·b + c once where the processor can (relaxed SIMD)
 * @returns undefined as in `simdModule`
 */
export function simdArithmetic(additions: "fused" | "plain"): Arithmetic | undefined {
  const module = simdModule(additions);
  if (!module) return undefined;
  const { memory } = module;
  const place: SimdMemory = { start: firstPlace(module) };
  let view = new Float64Array(0);
  const held = () => {
    if (view.buffer !== memory.buffer || view.byteOffset !== place.start * 8)
      view = new Float64Array(memory.buffer, place.start * 8);
    return view;
  };
  const reserve = (count: number) => {
    growTo(memory, place.start + count);
    return held();
  };

  return {
    name: additions === "fused" ? "fused simd" : "simd",
    reserve,
    held,
    keep: (values) => {
      const kept = place.start;
      reserve(values.length).set(values);
      place.start += Math.ceil(values.length / 2) * 2;
      return kept;
    },
    ...boundOperations((name, operation) => operation.simd(module[name] as Call, place)),
  };
}
