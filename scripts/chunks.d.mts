import type { Plugin } from "vite";

/** What is asked of a module of the bundler's graph. */
export interface ChunkModule {
  readonly isEntry: boolean;
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
  readonly importers: readonly string[];
  readonly dynamicImporters: readonly string[];
}

/** Groups of modules that share a file, as the bundler takes them. */
export interface ChunkGroups {
  groups: [
    {
      name: (id: string, context: { getModuleInfo(id: string): ChunkModule | null }) => string | null;
      debugName: string;
      includeDependenciesRecursively: boolean;
    },
  ];
}

export declare function pageChunks(): ChunkGroups;
export declare function workerChunks(): ChunkGroups;
export declare function pageFirst(): Plugin;

/** A file of a bundle, as far as it is asked. */
interface BundledFile {
  readonly type: string;
  readonly fileName: string;
  readonly isEntry: boolean;
  readonly imports: readonly string[];
  readonly facadeModuleId: string | null;
}

export declare function workerParts(): {
  ofWorkers: Plugin & { generateBundle(options: object, bundle: Readonly<Record<string, BundledFile>>): void };
  ofPage: Plugin & {
    transformIndexHtml: { handler(): { tag: string; attrs: Readonly<Record<string, string>>; injectTo: string }[] };
  };
};
