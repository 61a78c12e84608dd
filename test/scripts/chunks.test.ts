import { expect, test } from "vitest";
import { pageChunks, workerChunks, workerParts } from "../../scripts/chunks.mjs";

/** Modules, what each imports at once, and what later. */
type Graph = Readonly<Record<string, readonly [now: readonly string[], later?: readonly string[]]>>;

const worker: Graph = {
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

const page: Graph = {
  "/sw.ts": [["/checks.ts"]],
  "/index.html": [["/start.ts"]],
  "/start.ts": [
    ["/studies.ts", "/checks.ts"],
    ["/drawing.ts", "/main.tsx"],
  ],
  "/studies.ts": [[], ["/density/definition.ts", "/boundary/definition.ts"]],
  "/drawing.ts": [["/react.ts"]],
  "/main.tsx": [["/drawing.ts", "/screen.ts"], ["/typeset.ts"]],
  "/screen.ts": [["/react.ts", "/checks.ts"]],
  "/density/definition.ts": [["/curve.ts", "/bins.ts", "/screen.ts"], ["/density/section.ts"]],
  "/boundary/definition.ts": [["/curve.ts"]],
  "/density/section.ts": [["/curve.ts", "/table.ts"]],
  "/react.ts": [[]],
  "/curve.ts": [["/react.ts"]],
  "/bins.ts": [[]],
  "/table.ts": [[]],
  "/typeset.ts": [[]],
  "/checks.ts": [[]],
};

const contextOf = (graph: Graph, entries: readonly string[]) => {
  const ids = Object.keys(graph);
  const getModuleInfo = (id: string) => ({
    isEntry: entries.includes(id),
    importedIds: graph[id]![0],
    dynamicallyImportedIds: graph[id]![1] ?? [],
    importers: ids.filter((one) => graph[one]![0].includes(id)),
    dynamicImporters: ids.filter((one) => graph[one]![1]?.includes(id)),
  });
  return { ids, context: { getModuleInfo } };
};

test.each([
  {
    of: "worker",
    ...contextOf(worker, ["/endpoint.worker.ts"]),
    chunks: workerChunks,
    together: { "/checks.ts": "start", "/noise.ts": "functions", "/kernels.ts": "functions", "/words.ts": "all" },
  },
  {
    of: "page",
    ...contextOf(page, ["/index.html", "/sw.ts"]),
    chunks: pageChunks,
    together: {
      "/drawing.ts": "react",
      "/react.ts": "react",
      "/main.tsx": "page",
      "/screen.ts": "page",
      "/curve.ts": "studies",
      "/density/definition.ts": "density",
      "/bins.ts": "density",
      "/boundary/definition.ts": "boundary",
    },
  },
])("which modules of a $of share a file, whichever is asked about first", ({ ids, context, chunks, together }) => {
  for (const first of ids) {
    const [{ name }] = chunks().groups;
    name(first, context);
    expect(Object.fromEntries(ids.map((id) => [id, name(id, context)]))).toEqual({
      ...Object.fromEntries(ids.map((id) => [id, null])),
      ...together,
    });
  }
});

test("workerParts() name the scripts that a study's part and the first script of a worker need", () => {
  const chunk = (imports: readonly string[], study = "", isEntry = false) => ({
    type: "chunk",
    imports,
    isEntry,
    facadeModuleId: study && `/project/workers/studies/${study}.ts`,
  });
  const files = {
    "endpoint.js": chunk(["checks.js"], "", true),
    "checks.js": chunk([]),
    "density.js": chunk(["endpoint.js", "functions.js"], "density"),
    "boundary.js": chunk(["functions.js"], "boundary"),
    "functions.js": chunk(["checks.js", "all.js"]),
    "all.js": chunk(["functions.js"]),
    "parquet.js": chunk(["all.js"]),
  };
  const bundle = Object.fromEntries(Object.entries(files).map(([fileName, one]) => [fileName, { ...one, fileName }]));
  const { ofWorkers, ofPage } = workerParts();
  ofWorkers.generateBundle({}, bundle);
  expect(ofPage.transformIndexHtml.handler().map(({ attrs }) => attrs)).toEqual([
    { name: "worker-density", content: "./checks.js ./density.js ./functions.js ./all.js" },
    { name: "worker-boundary", content: "./checks.js ./boundary.js ./functions.js ./all.js" },
  ]);
});
