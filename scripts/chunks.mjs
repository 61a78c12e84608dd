/** Parts of d3 that no first picture needs, although its index names all parts, and a table that two other studies show. */
const laterParts = /[\\/]d3-(contour|geo)[\\/]|[\\/]breastCancer\.ts$/;

/**
 * The file of each module of the page. By default the bundler makes ninety files before the first picture, one for each
 * set of parts that share some, and a browser asks for six at a time. Here React is one file, the page around a study
 * another, and the modules shared by studies a third. A study's own first modules stand in its own file.
 */
export function pageChunks() {
  let graph;
  const name = (id, context) => {
    // The service worker is a separate build, which shares nothing with the page.
    const { start, react, page, studies } = (graph ??= pageGraph(id, context)) ?? {};
    if (!start || start.has(id) || laterParts.test(id)) return null;
    if (react.has(id)) return "react";
    if (page.has(id)) return "page";
    const users = studies.filter(({ needs }) => needs.has(id));
    if (users.length > 1) return "studies";
    return users.length === 1 ? users[0].name : null;
  };
  return { groups: [{ name, debugName: "page and studies", includeDependenciesRecursively: false }] };
}

/**
 * Vite plugin: the page itself names the files that every study needs, so that they load beside the first script. It
 * also names the styles of the start page's study, whose first picture is visible before any script.
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
        // The bundler's own code is also a file, which would be requested after the others.
        const needed = [...closure(named("studies").fileName, (file) => bundle[file]?.imports ?? [])];
        return [
          ...needed.filter((file) => !bundle[file].isEntry).map((file) => link("modulepreload", `./${file}`)),
          ...["page", "studies", studyFirst]
            // A study that is part of another one has no file of its own.
            .flatMap((name) => [...(named(name)?.viteMetadata.importedCss ?? [])])
            .map((file) => link("stylesheet", `./${file}`)),
        ];
      },
    },
  };
}

/**
 * Vite plugins: the page names the scripts of each study's worker part, and those of its first script, so that they
 * load in parallel.
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
 * The file of each module of a worker. By default a worker asks for eight files before its first answer. Here one file
 * holds the modules that its start shares with any study, another those that fabricated tables share with others, and
 * a third those that only the studies of functions share. The bundler places the rest.
 */
export function workerChunks() {
  let graph;
  const name = (id, context) => {
    const { start, studies } = (graph ??= workerGraph(id, context));
    const users = studies.filter(({ needs }) => needs.has(id));
    if (start.has(id)) return users.length > 0 ? "start" : null;
    if (users.length < 2) return null;
    return users.some(({ file }) => /[\\/]fabrication\.ts$/.test(file)) ? "all" : "functions";
  };
  return { groups: [{ name, debugName: "shared by studies", includeDependenciesRecursively: false }] };
}

/** The modules of the page: its start, React, the page around a study, and each study's own. */
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

/** The modules of the worker's start, and of each study. */
function workerGraph(id, context) {
  const ofStudies = /[\\/]studies[\\/]/;
  const { start, later, needed } = graphFrom(id, context, ofStudies);
  const files = later.filter((one) => ofStudies.test(one));
  return { start, studies: files.map((file) => ({ file, needs: needed(file) })) };
}

/** The nodes reachable from one, itself included. */
function closure(from, neighbours) {
  const found = new Set([from]);
  // Added nodes are visited as well.
  for (const one of found) for (const next of neighbours(one)) found.add(next);
  return found;
}

/** The start modules of the entry that lazily loads such files, these files, and a module's dependencies. */
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
