/**
 * Which modules of a worker share a file. Left alone, the bundler makes one for each set of studies that share some, and a
 * worker asks for eight files before its first answer. Here what fabricated tables share with any other study is one file,
 * and what the studies of functions share beyond it another. What the worker starts with or one study alone needs stays
 * where the bundler puts it.
 */
export function workerChunks() {
  let graph;
  const name = (id, context) => {
    const { start, studies } = (graph ??= graphFrom(id, context));
    const users = studies.filter(({ needs }) => needs.has(id));
    if (start.has(id) || users.length < 2) return null;
    return users.some(({ file }) => /[\\/]fabrication\.ts$/.test(file)) ? "all" : "functions";
  };
  return { groups: [{ name, debugName: "shared by studies", includeDependenciesRecursively: false }] };
}

/** What the worker starts with, and what each study needs; found from any module of them. */
function graphFrom(id, context) {
  const closure = (from, neighbours) => {
    const ids = new Set([from]);
    // What is added is walked as well.
    for (const one of ids) for (const next of neighbours(context.getModuleInfo(one))) ids.add(next);
    return ids;
  };
  const needed = (from) => closure(from, ({ importedIds }) => importedIds);
  const users = closure(id, ({ importers, dynamicImporters }) => [...importers, ...dynamicImporters]);
  const start = needed([...users].find((one) => context.getModuleInfo(one).isEntry));
  const later = [...start].flatMap((one) => context.getModuleInfo(one).dynamicallyImportedIds);
  const files = later.filter((one) => /[\\/]studies[\\/]/.test(one));
  return { start, studies: files.map((file) => ({ file, needs: needed(file) })) };
}
