import type { Plugin } from "vite";

/** A file of a bundle, as far as it is asked. */
interface HintedChunk {
  readonly name: string;
  readonly moduleIds: readonly string[];
}

export declare function compileHints(): Plugin & {
  augmentChunkHash(chunk: HintedChunk): string | undefined;
  generateBundle: { handler(options: object, bundle: Readonly<Record<string, object>>): void };
};
export declare function withoutHint(code: string): string;
