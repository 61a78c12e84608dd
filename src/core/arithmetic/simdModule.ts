import { fusedWasm, wasm } from "./assembly/arithmetic.as.js";

/** In pages of 64 KiB. */
interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

interface SimdModule {
  readonly memory: Memory;
  /** Bytes at the start of memory that the module uses. */
  readonly firstFree: { readonly value: number };
  readonly [operation: string]: unknown;
}

interface Surroundings {
  readonly document?: unknown;
  readonly WebAssembly?: {
    readonly Module: new (bytes: Uint8Array) => object;
    readonly Instance: new (module: object) => { readonly exports: object };
  };
}

const pageBytes = 65536;

/** Every memory shares the browser's optimised code. */
const modules = new Map<string, object>();

/** Start of a module's free memory, in doubles: a multiple of 16 bytes. */
export function firstPlace({ firstFree }: SimdModule): number {
  return Math.ceil(firstFree.value / 16) * 2;
}

/** Grows to a total of `doubles`. Older views then have length 0. */
export function growTo(memory: Memory, doubles: number): void {
  const missing = doubles * 8 - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / pageBytes));
}

/**
 * A new instance of the module; undefined in a page, which must not wait for a compiler, and without WebAssembly SIMD.
 */
export function simdModule(additions: "fused" | "plain"): SimdModule | undefined {
  const { document, WebAssembly } = globalThis as unknown as Surroundings;
  if (document !== undefined || !WebAssembly) return undefined;
  let module = modules.get(additions);
  try {
    if (!module) {
      const text = additions === "fused" ? fusedWasm : wasm;
      const byteAt = (_: unknown, i: number) => Number.parseInt(text.slice(2 * i, 2 * i + 2), 16);
      module = new WebAssembly.Module(Uint8Array.from({ length: text.length / 2 }, byteAt));
      modules.set(additions, module);
    }
    return new WebAssembly.Instance(module).exports as SimdModule;
  } catch {
    return undefined; // It lacks an instruction of the module, or a policy forbids it.
  }
}
