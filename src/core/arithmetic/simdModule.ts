import { bytesOfBase64 } from "../base64.ts";
import { fusedWasm, wasm } from "./assembly/arithmetic.as.js";

/** The memory of a module, in pages of 64 KiB. */
interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

/** The module: its memory, and a function for each operation. */
interface SimdModule {
  readonly memory: Memory;
  /** Bytes from the start of memory that the module uses itself. */
  readonly firstFree: { readonly value: number };
  readonly [operation: string]: unknown;
}

/** What is used of the global objects of every browser and of Node, neither of which `core` may name. */
interface Surroundings {
  readonly document?: unknown;
  readonly WebAssembly?: {
    readonly Module: new (bytes: Uint8Array) => object;
    readonly Instance: new (module: object) => { readonly exports: object };
  };
}

const pageBytes = 65536;

/** Compiled once, so that every memory has the code that the browser has optimised for any. */
const modules = new Map<string, object>();

/** Where, in doubles, a module's memory is free: a multiple of 16 bytes. */
export function firstPlace({ firstFree }: SimdModule): number {
  return Math.ceil(firstFree.value / 16) * 2;
}

/** Makes room for so many doubles, counted from the start. Every older view is then of length 0. */
export function growTo(memory: Memory, doubles: number): void {
  const missing = doubles * 8 - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / pageBytes));
}

/**
 * A new instance of the module; undefined in a page, which must not wait for a compiler, and where WebAssembly or its
 * SIMD is missing.
 */
export function simdModule(additions: "fused" | "plain"): SimdModule | undefined {
  const { document, WebAssembly } = globalThis as unknown as Surroundings;
  if (document !== undefined || !WebAssembly) return undefined;
  let module = modules.get(additions);
  try {
    if (!module) {
      module = new WebAssembly.Module(bytesOfBase64(additions === "fused" ? fusedWasm : wasm));
      modules.set(additions, module);
    }
    return new WebAssembly.Instance(module).exports as SimdModule;
  } catch {
    return undefined; // It lacks what the module uses, or a policy forbids it.
  }
}
