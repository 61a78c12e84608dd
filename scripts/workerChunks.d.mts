/** What is asked of a module of the bundler's graph. */
export interface ChunkModule {
  readonly isEntry: boolean;
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
  readonly importers: readonly string[];
  readonly dynamicImporters: readonly string[];
}

export declare function workerChunks(): {
  groups: [
    {
      name: (id: string, context: { getModuleInfo(id: string): ChunkModule | null }) => string | null;
      debugName: string;
      includeDependenciesRecursively: boolean;
    },
  ];
};
