import { expect, test } from "vitest";
import { workerChunks } from "../../scripts/workerChunks.mjs";

/** Modules, what each imports at once, and what later. */
const graph: Record<string, readonly [now: readonly string[], later?: readonly string[]]> = {
  "/endpoint.worker.ts": [["/checks.ts", "/registry.ts"]],
  "/registry.ts": [[], ["/studies/density.ts", "/studies/boundary.ts", "/studies/fabrication.ts", "/parquet.ts"]],
  "/studies/density.ts": [["/checks.ts", "/noise.ts", "/bins.ts", "/words.ts"]],
  "/studies/boundary.ts": [["/noise.ts", "/parquet.ts"]],
  "/studies/fabrication.ts": [["/words.ts", "/tables.ts"]],
  "/noise.ts": [["/kernels.ts"]],
  "/kernels.ts": [["/noise.ts", "/checks.ts"]],
  "/words.ts": [[]],
  "/bins.ts": [[]],
  "/tables.ts": [[]],
  "/parquet.ts": [[]],
  "/checks.ts": [[]],
};

const ids = Object.keys(graph);
const context = {
  getModuleInfo: (id: string) => ({
    isEntry: id === "/endpoint.worker.ts",
    importedIds: graph[id]![0],
    dynamicallyImportedIds: graph[id]![1] ?? [],
    importers: ids.filter((one) => graph[one]![0].includes(id)),
    dynamicImporters: ids.filter((one) => graph[one]![1]?.includes(id)),
  }),
};

test("what studies share has one of two files, whichever module is asked about first", () => {
  for (const first of ids) {
    const [{ name }] = workerChunks().groups;
    name(first, context);
    expect(Object.fromEntries(ids.map((id) => [id, name(id, context)]))).toEqual({
      ...Object.fromEntries(ids.map((id) => [id, null])),
      "/noise.ts": "functions",
      "/kernels.ts": "functions",
      "/words.ts": "all",
    });
  }
});
