import { ESLint } from "eslint";
import ts from "typescript";
import { root } from "./installed.mjs";

/** The layers, each with its own settings; `lint` asks the programs of the last two, which together read all sources. */
const layers = [
  { name: "core", config: "tsconfig.core.json" },
  { name: "app", config: "tsconfig.app.json" },
  { name: "workers", config: "tsconfig.workers.json", forLint: true },
  { name: "test", config: "tsconfig.lint.json", forLint: true, isOwn: (file) => !file.startsWith(`${root}src/`) },
];

/**
 * Types and lint in one process: a file is parsed once, its types are checked once, in the layer that it belongs to, and lint
 * asks the programs that did it. `npm run typecheck` and `npm run lint` say the same of each alone.
 *
 * @param {(name: string, ok: boolean, said: string) => void} tell is told of each check as it ends
 */
async function typesAndLint(tell) {
  const parsed = new Map();
  const programs = [];
  for (const { name, config, forLint = false, isOwn = () => true } of layers) {
    const { program, files, errors } = programOf(config, parsed);
    if (forLint) programs.push(program);
    const own = files.filter(isOwn).map((file) => program.getSourceFile(file));
    const found = ts.sortAndDeduplicateDiagnostics([
      ...errors,
      ...program.getOptionsDiagnostics(),
      ...program.getGlobalDiagnostics(),
      ...own.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
    ]);
    tell(`type check: ${name}`, own.length > 0 && found.length === 0, ts.formatDiagnostics(found, formatHost));
  }

  const eslint = new ESLint({
    cwd: root,
    overrideConfig: { files: ["**/*.{ts,tsx}"], languageOptions: { parserOptions: { programs } } },
  });
  const results = await eslint.lintFiles(["."]);
  const isClean = ({ errorCount, warningCount }) => errorCount + warningCount === 0;
  const said = await (await eslint.loadFormatter("stylish")).format(results);
  tell("lint", results.length > 0 && results.every(isClean), said);
}

/** The program of a layer, which takes files that another one parsed. */
function programOf(config, parsed) {
  const unreadable = ({ messageText }) => {
    throw new Error(`${config}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`);
  };
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: unreadable };
  const { fileNames: files, options, errors } = ts.getParsedCommandLineOfConfigFile(`${root}${config}`, {}, host);
  const compilerHost = ts.createCompilerHost(options, true);
  compilerHost.jsDocParsingMode = ts.JSDocParsingMode.ParseAll; // Lint reads what comments say too.
  const parse = compilerHost.getSourceFile;
  compilerHost.getSourceFile = (path, ...how) => {
    if (!parsed.has(path)) parsed.set(path, parse(path, ...how));
    return parsed.get(path);
  };
  return { program: ts.createProgram(files, options, compilerHost), files, errors };
}

const formatHost = {
  getCanonicalFileName: (path) => path,
  getCurrentDirectory: () => root,
  getNewLine: () => "\n",
};

await typesAndLint((name, ok, said) => process.send({ name, ok, said }));
