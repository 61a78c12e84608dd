import { copyFileSync, cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import ts from "typescript";
import { build } from "vite";
import { assemblyScript } from "./assemblyScript.mjs";
import { commitOfBuild } from "./commitOfBuild.mjs";
import { licences } from "./licences.mjs";
import { root } from "./installed.mjs";

/** What the package loads when it runs; everything else that it uses is a part of it. */
const dependencies = ["fflate", "ml-matrix", "papaparse"];

/**
 * Writes the package `curveil-core` of the public names of core: `index.js` for Node and bundlers, `standalone.js` for a page
 * without either, types, licence, the list of names as README, and the examples.
 *
 * @param out the folder, which is emptied
 */
export async function buildCore(out = `${root}dist-core`) {
  rmSync(out, { recursive: true, force: true });
  await bundle(out, "index", dependencies);
  await bundle(out, "standalone", []);
  await bundleCommand(out);
  writeTypes(`${out}/types`);
  const { version, license, engines, dependencies: versions } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
  const manifest = {
    ...{ name: "curveil-core", version, license, type: "module", engines, sideEffects: false },
    description: "Differentially private release of functions: densities, decision functions, mean curves, polynomials",
    bin: { curveil: "./command/curveil.js" },
    exports: {
      ".": { types: "./types/index.d.ts", default: "./index.js" },
      "./standalone": { types: "./types/index.d.ts", default: "./standalone.js" },
    },
    dependencies: Object.fromEntries(dependencies.map((name) => [name, versions[name]])),
  };
  writeFileSync(`${out}/package.json`, `${JSON.stringify(manifest, null, 2)}\n`);
  copyFileSync(`${root}LICENSE`, `${out}/LICENSE`);
  copyFileSync(`${root}docs/api.md`, `${out}/README.md`);
  cpSync(`${root}docs/examples`, `${out}/examples`, { recursive: true });
  return out;
}

function bundle(outDir, fileName, external) {
  return build({
    ...{ root, configFile: false, logLevel: "warn", publicDir: false },
    plugins: [assemblyScript()],
    build: {
      ...{ outDir, emptyOutDir: false, target: "es2022", minify: false },
      lib: { entry: `${root}src/core/index.ts`, formats: ["es"], fileName },
      rolldownOptions: { external, treeshake: { moduleSideEffects: [{ test: /\/src\/core\//, sideEffects: false }] } },
    },
  });
}

/** Puts functions that throw in place of all that a component file exports: the command has no screen. */
const withoutScreen = {
  name: "without-screen",
  enforce: "pre",
  load(id) {
    if (!/\/src\/(?!.*\/words\/).*\.tsx$/.test(id)) return undefined;
    const names = readFileSync(id, "utf8").matchAll(/^export (?:async )?(?:function|const) (\w+)/gm);
    // Definitions name their later parts with it when they load.
    const bodyOf = (name) => (name === "later" ? "" : `throw new Error("${name} is of the screen");`);
    return [...names].map(([, name]) => `export function ${name}() { ${bodyOf(name)} }`).join("\n") || "export {}";
  },
};

/** The command `curveil`: the studies, the ledger and the worker's part of the page, for Node. */
function bundleCommand(outDir) {
  return build({
    ...{ root, configFile: false, logLevel: "warn", publicDir: false, mode: "production" },
    plugins: [withoutScreen, assemblyScript(), licences().ofPage],
    define: { "process.env.NODE_ENV": JSON.stringify("production"), curveilCommit: JSON.stringify(commitOfBuild()) },
    oxc: { jsx: { runtime: "automatic", development: false } },
    ssr: { noExternal: true, external: dependencies },
    build: {
      ...{ outDir: `${outDir}/command`, emptyOutDir: true, target: "es2022", minify: false, ssr: true },
      rolldownOptions: {
        input: `${root}scripts/command/curveil.ts`,
        output: { entryFileNames: "curveil.js", banner: (chunk) => (chunk.isEntry ? "#!/usr/bin/env node" : "") },
      },
    },
  });
}

/** Declarations of the door and of all that it names, not checked again. @throws {Error} if there are none */
function writeTypes(outDir) {
  const { config } = ts.readConfigFile(`${root}tsconfig.core.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [], include: [] }, ts.sys, root);
  const program = ts.createProgram([`${root}src/core/index.ts`], {
    ...options,
    ...{
      noEmit: false,
      noCheck: true,
      declaration: true,
      emitDeclarationOnly: true,
      outDir,
      rootDir: `${root}src/core`,
    },
  });
  // Whoever reads declarations finds them by the names of scripts.
  const write = (path, text) => ts.sys.writeFile(path, text.replace(/(["']\.{1,2}\/[^"']+)\.ts(?=["'])/g, "$1.js"));
  const { diagnostics } = program.emit(undefined, write);
  if (diagnostics.length > 0)
    throw new Error(
      diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")).join("\n"),
    );
}

if (process.argv[1]?.endsWith("buildCore.mjs")) console.log(`The package is in ${await buildCore()}`);
