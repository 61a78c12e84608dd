/**
 * Which modules of the page share a file. Left alone, the bundler makes one for each set of parts that share some, ninety before
 * the first picture, and a browser asks for six at a time. Here React is one file, the page around a study another, and so is
 * what several studies need; what one study alone starts with stands in its own.
 */
export function pageChunks() {
  let graph;
  const name = (id, context) => {
    // The service worker is built beside the page, and shares nothing with it.
    const { start, react, page, studies } = (graph ??= pageGraph(id, context)) ?? {};
    if (!start || start.has(id)) return null;
    if (react.has(id)) return "react";
    if (page.has(id)) return "page";
    const users = studies.filter(({ needs }) => needs.has(id));
    if (users.length > 1) return "studies";
    return users.length === 1 ? users[0].name : null;
  };
  return { groups: [{ name, debugName: "page and studies", includeDependenciesRecursively: false }] };
}

/**
 * Vite plugin: what every study needs is named in the page itself, so that it comes beside the first script and not after it;
 * with the styles of the study that the start page opens on, whose first picture is there before any script of its own.
 */
export function pageFirst() {
  const studyFirst = "density";
  return {
    name: "page-first",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_, { bundle }) => {
        const chunks = Object.values(bundle).filter(({ type }) => type === "chunk");
        const named = (wanted) => chunks.find(({ name }) => name === wanted);
        const link = (rel, href) => ({ tag: "link", attrs: { rel, crossorigin: true, href }, injectTo: "head" });
        // The bundler's own lines are a file as well, which would be asked for once the others have been read.
        const needed = [...closure(named("studies").fileName, (file) => bundle[file]?.imports ?? [])];
        return [
          ...needed.filter((file) => !bundle[file].isEntry).map((file) => link("modulepreload", `./${file}`)),
          ...["page", "studies", studyFirst]
            // A study that another one is made of has no file of its own.
            .flatMap((name) => [...(named(name)?.viteMetadata.importedCss ?? [])])
            .map((file) => link("stylesheet", `./${file}`)),
        ];
      },
    },
  };
}

/**
 * Vite plugins: the page names the scripts of each study's part of a worker, and those that its first script needs, so that they
 * come beside that script and not after it.
 *
 * @returns one for the workers, which are built first, and one for the page
 */
export function workerParts() {
  const parts = new Map();
  return {
    ofWorkers: {
      name: "parts-of-workers",
      apply: "build",
      generateBundle(_, bundle) {
        const needs = (from) => closure(from, (file) => bundle[file]?.imports ?? []);
        const chunks = Object.values(bundle).filter(({ type }) => type === "chunk");
        const entries = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName);
        const first = new Set(entries.flatMap((file) => [...needs(file)]));
        for (const { fileName, facadeModuleId } of chunks) {
          const [, study] = /[\\/]workers[\\/]studies[\\/](\w+)\.ts$/.exec(facadeModuleId ?? "") ?? [];
          if (study)
            parts.set(
              study,
              [...new Set([...first, ...needs(fileName)])].filter((file) => !entries.includes(file)),
            );
        }
      },
    },
    ofPage: {
      name: "parts-of-workers-in-page",
      apply: "build",
      transformIndexHtml: {
        order: "post",
        handler: () =>
          [...parts].map(([study, files]) => {
            const content = files.map((file) => `./${file}`).join(" ");
            return { tag: "meta", attrs: { name: `worker-${study}`, content }, injectTo: "head" };
          }),
      },
    },
  };
}

/**
 * Which modules of a worker share a file. Left alone, the bundler makes one for each set of studies that share some, and a
 * worker asks for eight files before its first answer. Here what fabricated tables share with any other study is one file,
 * and what the studies of functions share beyond it another. What the worker starts with or one study alone needs stays
 * where the bundler puts it.
 */
export function workerChunks() {
  let graph;
  const name = (id, context) => {
    const { start, studies } = (graph ??= workerGraph(id, context));
    const users = studies.filter(({ needs }) => needs.has(id));
    if (start.has(id) || users.length < 2) return null;
    return users.some(({ file }) => /[\\/]fabrication\.ts$/.test(file)) ? "all" : "functions";
  };
  return { groups: [{ name, debugName: "shared by studies", includeDependenciesRecursively: false }] };
}

/** What the page starts with, what draws, what it needs around a study, and what each study needs beyond that. */
function pageGraph(id, context) {
  const found = graphFrom(id, context, /[\\/]main\.tsx$/);
  if (!found) return undefined;
  const { start, later, needed } = found;
  const page = needed(later.find((one) => /[\\/]main\.tsx$/.test(one)));
  const react = needed([...page].find((one) => /[\\/]drawing\.ts$/.test(one)));
  const files = later.filter((one) => /[\\/]definition\.ts$/.test(one));
  return {
    start,
    react,
    page,
    studies: files.map((file) => ({ name: file.split(/[\\/]/).at(-2), needs: needed(file) })),
  };
}

/** What the worker starts with, and what each study needs. */
function workerGraph(id, context) {
  const ofStudies = /[\\/]studies[\\/]/;
  const { start, later, needed } = graphFrom(id, context, ofStudies);
  const files = later.filter((one) => ofStudies.test(one));
  return { start, studies: files.map((file) => ({ file, needs: needed(file) })) };
}

/** What is reached from one, itself included. */
function closure(from, neighbours) {
  const found = new Set([from]);
  // What is added is walked as well.
  for (const one of found) for (const next of neighbours(one)) found.add(next);
  return found;
}

/** What an entry that loads such files later starts with, these files, and what any module needs; found from any of them. */
function graphFrom(id, context, loads) {
  const needed = (from) => closure(from, (one) => context.getModuleInfo(one).importedIds);
  const users = closure(id, (one) => {
    const { importers, dynamicImporters } = context.getModuleInfo(one);
    return [...importers, ...dynamicImporters];
  });
  const entries = [...users].filter((one) => context.getModuleInfo(one).isEntry);
  return entries
    .map((entry) => {
      const start = needed(entry);
      const later = [...start].flatMap((one) => context.getModuleInfo(one).dynamicallyImportedIds);
      return { start, later, needed };
    })
    .find(({ later }) => later.some((one) => loads.test(one)));
}
