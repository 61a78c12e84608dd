import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { root } from "./installed.mjs";

const core = "src/core/";

const head = `# curveil-core

Differentially private release of functions: kernel density estimates, regularised risk minimisers, mean curves, and any of
them as a Bernstein polynomial. It runs in Node 20 or later and in browsers, and is the core of Curveil, whose page releases by
the same functions.

    import { cryptographicWords, pointsFrom, releaseDensity } from "curveil-core";

    const release = releaseDensity({
      records: { points: pointsFrom([[1.2], [3.4], [2.2]]) }, // private
      recordsPerPerson: 1, // what multiplies Δ is declared, never guessed
      domain: [[0, 10]],
      bandwidths: [0.5],
      epsilon: 1,
      delta: 1e-6,
      words: cryptographicWords(),
    });

In a page without a bundler, import \`curveil-core/standalone\`, which needs nothing else. Work goes to a worker if it can:
there the arithmetic is WebAssembly with SIMD, and plain in a page, which must not wait for a compiler. Results are the same but
for the last bits of estimates, which the guarantee covers.

Programs of at most 30 lines, which the tests run: [density of a CSV file](examples/density.mjs),
[boundary with certainty](examples/boundary.mjs), [mean curve](examples/meanCurve.mjs), [Bernstein polynomial](examples/bernstein.mjs),
[ledger of three releases](examples/ledger.mjs), [release file written and read back](examples/releaseFile.mjs).

The package brings the command \`curveil plan | release | check | simulate\`, which reads a link of the page, a schema, a table and a
ledger, and writes the archive that the page would: [command.sh](examples/command.sh).

Invalid arguments throw \`ParameterError\`, which names parameter, value and requirement; a computation that fails throws
\`NumericalError\`. Formulas, units, domains and sources are in the comments of the types. Neighbours differ in the replacement of one
record, or of all records of one person.
`;

/** The list of the public names of core, in the groups of its door, each with the first sentence of its comment. */
export function apiText() {
  const door = readFileSync(root + core + "index.ts", "utf8").replace(/^\/\*[^]*?\*\/\n/, "");
  const groups = door
    .split(/^\/\/ /m)
    .slice(1)
    .map(groupText);
  return `${head}\n${groups.join("\n")}`;
}

function groupText(group) {
  const [title, ...lines] = group.split("\n");
  const exported = lines.join("\n").matchAll(/export (type )?\{([^}]*)\} from "\.\/([^"]+)"/g);
  const names = [...exported].flatMap(([, isType, list, file]) =>
    list.split(",").flatMap((name) => (name.trim() === "" ? [] : [{ name: name.trim(), isType, file }])),
  );
  const rows = names.map(
    ({ name, isType, file }) => `- \`${name}\`${isType ? " (type)" : ""}: ${firstSentence(file, name)}`,
  );
  return `## ${title.replace(/\.$/, "")}\n\n${rows.join("\n")}\n`;
}

/** The comment of an export of core. @throws {Error} if it has none */
export function commentOf(file, name) {
  const source = ts.createSourceFile(file, readFileSync(join(root, core, file), "utf8"), ts.ScriptTarget.ES2022, true);
  const named = source.statements.find((statement) =>
    ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.some((one) => one.name.getText() === name)
      : statement.name?.getText() === name,
  );
  const comment = named?.jsDoc?.at(-1)?.getText();
  if (!comment) throw new Error(`${file}: ${name} has no comment`);
  return comment
    .replace(/^\/\*\*|\*\/$/g, "")
    .replace(/^\s*\* ?/gm, "")
    .trim();
}

/** What comes before the first full stop, formula or list, in one line. */
function firstSentence(file, name) {
  const [paragraph] = commentOf(file, name).split(/\n\s*\n|(?=@(?:param|throws|returns|see)\b)/);
  const line = paragraph
    .replace(/\s+/g, " ")
    .replace(/\{@link (\w+)[^}]*\}/g, "$1")
    .trim();
  return line.match(/^.*?[.!?](?= [A-Z`]|$)/)?.[0] ?? `${line.replace(/[,:;]$/, "")}.`;
}

if (process.argv[1]?.endsWith("api.mjs")) writeFileSync(`${root}docs/api.md`, apiText());
