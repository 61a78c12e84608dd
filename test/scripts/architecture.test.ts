import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const filesIn = (folder: string) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" }).map(
    (path) => folder + path.replaceAll("\\", "/"),
  );
const sources = ["src/", "workers/", "scripts/", "test/"]
  .flatMap(filesIn)
  .filter((path) => /\.(tsx?|mjs)$/.test(path) && !path.endsWith("architecture.test.ts"));
const codes = new Map<string, string>();
/** A file without its comments. */
const codeOf = (path: string) => {
  const known = codes.get(path);
  if (known !== undefined) return known;
  const code = readFileSync(new URL(path, root), "utf8").replace(/\/\*[^]*?\*\/|(?<!:)\/\/.*$/gm, "");
  codes.set(path, code);
  return code;
};
/** Names that the code itself uses, comments left out. */
const words = new Set(
  ["oxlint.config.mjs", ...sources.filter((path) => !path.startsWith("test/"))].flatMap(
    (path) => codeOf(path).match(/[A-Za-z_$][\w$]*/g) ?? [],
  ),
);
const fileNames = new Set([...sources, ...filesIn("src/"), ...filesIn("docs/")].map((path) => path.split("/").at(-1)));

/** What is wrong with the names in a text: those that are no path, file or word of the sources. */
function unknownNames(text: string): string[] {
  const prose = text.replace(/^ {4}.*$/gm, "");
  const named = [...prose.matchAll(/`([^`\n]+)`/g)].map((match) => match[1]!);
  return named.filter((name) => !isKnown(name));
}

function isKnown(name: string): boolean {
  if (/\bNAME(\b|[A-Z])/.test(name) || name.includes(" ")) return true; // A place to fill in; a command, or a chain of layers.
  if (name.includes("/"))
    return ["", "src/", "src/core/", "test/"].some((folder) => existsSync(new URL(folder + name, root)));
  if (!/^[A-Za-z_$][\w$]*(\.\w+)*$/.test(name)) return true; // What browsers and packages call by name.
  if (/\.\w+$/.test(name)) return fileNames.has(name) || existsSync(new URL(name, root));
  return words.has(name) || existsSync(new URL(`src/core/${name}`, root)) || existsSync(new URL(`src/${name}`, root));
}

test.each(["ARCHITECTURE.md", "CONTRIBUTING.md", "docs/decisions.md"])("what %s names exists", (file) => {
  const text = readFileSync(new URL(file, root), "utf8");
  expect(text.match(/`[^`\n]+`/g)?.length).toBeGreaterThan(20);
  expect(unknownNames(text)).toEqual([]);
});

/** Names of the code in a drawing, written in its own type. */
const namesIn = (drawing: string) =>
  [...drawing.matchAll(/class="code">([^<]+)</g)].flatMap(([, names]) => names!.match(/[\w$]+/g) ?? []);

test("what the figure of ARCHITECTURE names exists", () => {
  const names = namesIn(readFileSync(new URL("docs/architecture.svg", root), "utf8"));
  expect(names.length).toBeGreaterThan(15);
  expect(names.filter((name) => !words.has(name))).toEqual([]);
  expect(namesIn('<text class="code">noSuchThing: createStudy</text>')).toEqual(["noSuchThing", "createStudy"]);
});

test.each(["docs/glossary.md", "docs/release-proof.md", ...filesIn("docs/proofs/")])(
  "what %s names of the code exists",
  (file) => {
    const text = readFileSync(new URL(file, root), "utf8");
    expect(text).toMatch(/`[^`\n]+`/);
    expect(unknownNames(text)).toEqual([]);
  },
);

/** Decisions: items of a list, a line that begins with bold type and those that are indented below it. */
const decisionsIn = (text: string) => text.match(/^- .*(?:\n {2}.*)*/gm) ?? [];

/** Decisions that do not say what was decided, because of what, and instead of what, in at most three lines. */
const incomplete = (text: string) =>
  decisionsIn(text).filter(
    (entry) =>
      !/^- \*\*[^*]+\*\*(\s\(docs\/\S+\))?\s+–\s[^]+\s–\s+instead\s+of\s[^]+$/.test(entry) ||
      entry.split("\n").length > 3,
  );

test("decisions are few, and say why and instead of what", () => {
  const text = readFileSync(new URL("docs/decisions.md", root), "utf8");
  expect(decisionsIn(text).length).toBeGreaterThan(30);
  expect(decisionsIn(text).length).toBeLessThanOrEqual(60);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(30_000);
  expect(incomplete(text)).toEqual([]);
  const planted =
    "- **One** – because – instead of two.\n- **Three** – because.\n- **Four**\n  – a\n  – instead of\n  five.\n";
  expect(incomplete(planted)).toHaveLength(2);
});

const rooms = [...filesIn("src/"), ...filesIn("workers/")];
const roomReadmes = rooms.filter((path) => path.endsWith("README.md"));

test.each(roomReadmes)("%s is at most 25 lines, and what it names exists", (file) => {
  const text = readFileSync(new URL(file, root), "utf8");
  expect(text.split("\n").length).toBeLessThanOrEqual(26);
  expect(unknownNames(text)).toEqual([]);
});

test("every room of more than eight files has a README, or stands in that of the room around it", () => {
  const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/"));
  const isNamed = (folder: string) => {
    const around = `${folderOf(folder)}/README.md`;
    const name = folder.slice(folder.lastIndexOf("/") + 1);
    return (
      roomReadmes.includes(around) && new RegExp(`\\b${name}\\b`).test(readFileSync(new URL(around, root), "utf8"))
    );
  };
  const code = rooms.filter((path) => /\.(tsx?|as)$/.test(path)).map(folderOf);
  const large = [...new Set(code)].filter((folder) => code.filter((each) => each === folder).length > 8);
  expect(large.length).toBeGreaterThan(20);
  expect(isNamed("src/core/privacy")).toBe(true);
  expect(isNamed("src/core/absent")).toBe(false);
  expect(large.filter((folder) => !roomReadmes.includes(`${folder}/README.md`) && !isNamed(folder))).toEqual([]);
});

const glossary = readFileSync(new URL("docs/glossary.md", root), "utf8");

/** What is called τ, η or ρ, by a parameter's comment, a property's, or a letter of a proof, and has another name in the glossary. */
function otherMeanings(text: string): string[] {
  const named = [
    /@param (?<name>\w+) (?<letter>[τηρ])(?![₀-₉_′])/g,
    /\/\*\*\s+(?:\* )?(?<letter>[τηρ])(?![₀-₉_′])[^/]*?\*\/\s*readonly (?<name>\w+)/g,
    /^\| (?<letter>[τηρ]) \| (?:`(?<name>\w+)`)?/gm,
  ].flatMap((pattern) => [...text.matchAll(pattern)].map(({ groups }) => [groups!["letter"]!, groups!["name"] ?? ""]));
  return named
    .filter(([letter, name]) => !new RegExp(`^\\| ${letter!} \\|[^|]*\`${name!}\``, "m").test(glossary))
    .map(([letter, name]) => `${letter!} is ${name!}`);
}

test("τ, η and ρ mean what the glossary says, in every comment and proof", () => {
  const texts = [...sources.filter((path) => /^(src|workers)\//.test(path)), ...filesIn("docs/proofs/")];
  const found = texts.flatMap((path) =>
    otherMeanings(readFileSync(new URL(path, root), "utf8")).map((said) => `${path}: ${said}`),
  );
  expect(found).toEqual([]);
  const planted = `@param jitter τ ≥ 0\n@param width τ > 0\n/** ρ: a rate. */ readonly rate: number;\n| η | a step |`;
  expect(otherMeanings(planted)).toEqual(["τ is width", "ρ is rate", "η is "]);
});

/** Lemmas of files of proofs that a text cites, as in `NAME.md, Lemmas 2 to 5` or `Lemma 2 of NAME.md`, and that are not there. */
function missingLemmas(text: string): string[] {
  const lemmas = /Lemmas? (?<first>\d+a?)(?:(?:, \d+a?)* (?:and|to) (?<last>\d+a?))?/.source;
  const file = /(?<file>\w+)\.md/.source;
  const cited = [`${file}\`?,\\s(?:\\* )?${lemmas}`, `${lemmas} of \`?(?:docs/proofs/)?${file}`].flatMap((pattern) => [
    ...text.matchAll(new RegExp(pattern, "g")),
  ]);
  return cited.flatMap(({ groups }) => {
    const { file: name, first, last = first } = groups as { file: string; first: string; last?: string };
    const proofs = readFileSync(new URL(`docs/proofs/${name}.md`, root), "utf8");
    const missing = [first, last].filter((lemma) => !new RegExp(`\\*\\*Lemma ${lemma}\\b`).test(proofs));
    return [...new Set(missing)].map((lemma) => `${lemma} of ${name}`);
  });
}

test("every lemma that is cited is there", () => {
  const texts = [
    ...sources.filter((path) => !path.endsWith(".mjs")),
    ...filesIn("docs/").filter((path) => path.endsWith(".md")),
  ];
  const cited = texts.flatMap((path) =>
    missingLemmas(readFileSync(new URL(path, root), "utf8")).map((lemma) => `${path}: ${lemma}`),
  );
  expect(cited).toEqual([]);
  const planted = "forwardError.md, Lemmas 1, 4 and 99; Lemma 98 of `docs/proofs/forwardError.md`";
  expect(missingLemmas(planted)).toEqual(["99 of forwardError", "98 of forwardError"]);
});

/** Tests that a text names by file and words of the title, which that file does not have. */
function unknownTests(text: string): string[] {
  return [...text.matchAll(/`([\w/]+\.test\.tsx?)`: “([^”]+)”/g)]
    .filter(([, file, title]) => !readFileSync(new URL(`test/${file!}`, root), "utf8").includes(title!))
    .map(([named]) => named);
}

test("every test that the promises of a release name is there", () => {
  const text = readFileSync(new URL("docs/release-proof.md", root), "utf8");
  expect(unknownTests(text)).toEqual([]);
  // Each row names what proves it, but for those that say what is not proved.
  const [proved] = text.split("## What is not proved");
  const rows = proved!.split("\n").filter((line) => line.startsWith("| ") && !line.startsWith("| promise"));
  expect(rows.length).toBeGreaterThan(60);
  expect(rows.filter((row) => !/\.test\.tsx?`: “|npm run bench/.test(row))).toEqual([]);
  const absent = ["no", "such", "title"].join(" ");
  expect(unknownTests(`\`scripts/architecture.test.ts\`: “${absent}”`)).toHaveLength(1);
});

test("links of the documents lead to files", () => {
  const documents = [...readdirSync(root), ...filesIn("docs/"), ...filesIn("test/")].filter((path) =>
    path.endsWith(".md"),
  );
  const dead = documents.flatMap((file) =>
    [...readFileSync(new URL(file, root), "utf8").matchAll(/\]\(([^)#]+)[^)]*\)/g)]
      .map((match) => match[1]!)
      .filter((target) => !/^https?:/.test(target) && !existsSync(new URL(target, new URL(file, root))))
      .map((target) => `${file}: ${target}`),
  );
  expect(documents.length).toBeGreaterThan(5);
  expect(dead).toEqual([]);
});

test("a name that does not exist is found", () => {
  expect(
    unknownNames("See `createStudy`, `noSuchThingAtAll`, `src/no/such.ts`, `nothing.ts` and `src/main.tsx`."),
  ).toEqual(["noSuchThingAtAll", "src/no/such.ts", "nothing.ts"]);
});

test("no class of ours takes an object that merely looks like one: a part that is not public makes it the compiler's matter", () => {
  const classes = sources
    .filter((path) => /^(src|workers)\//.test(path))
    .flatMap((path) => [...codeOf(path).matchAll(/^(export )?(abstract )?class (?!\w+ extends Component)[^]*?^}/gm)]);
  expect(classes.length).toBeGreaterThan(2);
  expect(classes.filter(([body]) => !/^ {2}(declare )?(private|protected) |^ {2}#/m.test(body))).toEqual([]);
});

/** Exports of what is shipped, types included, whose names no other file says. */
function unnamedElsewhere(files: readonly (readonly [path: string, code: string])[]): string[] {
  const wordsOf = files.map(([, code]) => new Set(code.match(/[A-Za-z_$][\w$]*/g)));
  const fileCount = new Map<string, number>();
  for (const said of wordsOf) for (const word of said) fileCount.set(word, (fileCount.get(word) ?? 0) + 1);
  const exported = /^export (?:(?:abstract|async) )?(?:const|class|enum|interface|type|function\*?) (\w+)/gm;
  const shipped = files.filter(([path]) => /^(src|workers)\//.test(path));
  return shipped.flatMap(([path, code]) =>
    [...code.matchAll(exported)]
      .filter(([, name]) => fileCount.get(name!) === 1)
      .map(([, name]) => `${path}: ${name!}`),
  );
}

test("what is exported is imported somewhere, types too", () => {
  const files = sources.map((path) => [path, codeOf(path)] as const);
  const planted = ["src/planted.ts", "export const nobodysValue = 1;\nexport interface NobodysType {}\n"] as const;
  // Arguments of operations are inferred, and named by the declarations of the package alone.
  const inferred = /^src\/core\/arithmetic\/plain\//;
  expect(unnamedElsewhere([...files, planted]).filter((found) => !inferred.test(found))).toEqual([
    "src/planted.ts: nobodysValue",
    "src/planted.ts: NobodysType",
  ]);
});

/** Classes of a style that no code says, whole or as `beginning-${…}`. */
function unsaidClasses(style: string, said: ReadonlySet<string>): string[] {
  const selectors = style.replace(/\/\*[^]*?\*\//g, "").match(/[^{}]+(?=\{)/g) ?? [];
  const classes = new Set(selectors.flatMap((selector) => selector.match(/(?<=\.)[a-z][\w-]*/gi) ?? []));
  return [...classes].filter((name) => !said.has(name) && !said.has(name.replace(/[^-]*$/, "")));
}

test("every class of a style is said by some code", () => {
  const code = ["index.html", ...sources.filter((path) => /^(src|scripts)\//.test(path))].map(codeOf);
  const said = new Set(code.flatMap((text) => text.match(/[A-Za-z_][\w-]*/g) ?? []));
  const styles = filesIn("src/").filter((path) => path.endsWith(".css"));
  expect(styles.length).toBeGreaterThan(40);
  expect(styles.flatMap((path) => unsaidClasses(codeOf(path), said).map((name) => `${path}: .${name}`))).toEqual([]);
  expect(unsaidClasses(".page .nobodys-class:hover { color: red }", said)).toEqual(["nobodys-class"]);
});

test("no test of the page waits for time", () => {
  const pages = sources.filter((path) => /^test\/(browser|support)\//.test(path));
  expect(pages.length).toBeGreaterThan(50);
  expect(pages.filter((path) => codeOf(path).includes("waitForTimeout"))).toEqual([]);
});

/** Files of which no other one takes anything: what only a test imports is not shipped, and need not be there. */
function unimported(files: readonly (readonly [path: string, code: string])[]): string[] {
  const imported = files.flatMap(([path, code]) =>
    [...code.matchAll(/["'](\.{1,2}\/[^"'?]+)/g)].map(([, name]) =>
      new URL(name!, `file:///${path}`).pathname.slice(1),
    ),
  );
  const known = new Set(imported);
  return files.map(([path]) => path).filter((path) => /^(src|workers)\//.test(path) && !known.has(path));
}

test("every file is imported by what is shipped, by a script or by the bench", () => {
  const users = sources.filter((path) => !path.startsWith("test/") || path.startsWith("test/bench/"));
  const files = users.map((path) => [path, codeOf(path)] as const);
  const planted = ["src/core/planted.ts", "export {};"] as const;
  // What the host, the builds and the registry of studies load by name.
  const loaded =
    /^(src\/start\.ts|src\/core\/index\.ts|src\/app\/drawnAtBuild\.ts|workers\/serviceWorker\.ts|workers\/studies\/\w+\.ts|.*\.d\.ts)$/;
  expect(unimported([...files, planted]).filter((path) => !loaded.test(path))).toEqual(["src/core/planted.ts"]);
});

test("a computation in slices is run by `slices.ts` alone", () => {
  const runners = sources.filter((path) => /^(src|workers)\//.test(path) && /\.next\(\)/.test(codeOf(path)));
  // The second runs an asynchronous one, each step of which may meet damage; the third goes through columns side by side.
  expect(runners.sort()).toEqual(["src/core/slices.ts", "workers/columnar/arrowTable.ts", "workers/fileKeys.ts"]);
});

/** Comments that are too wide; addresses stand as they are. */
const wideComments = (text: string) =>
  text
    .split("\n")
    .filter((line) => line.length > 130 && !line.includes("://"))
    .filter((line) => /^\s*(\*\s|\/\*|\/\/)/.test(line) || /^[^"'`]* \/\/ /.test(line));

test("comments are no wider than 130 letters; code is broken at 120 by the formatter", () => {
  const config = readdirSync(root).filter((path) => /\.config\.(ts|mjs)$/.test(path));
  const read = (path: string) => readFileSync(new URL(path, root), "utf8");
  expect([...sources, ...config].flatMap((path) => wideComments(read(path)).map((line) => `${path}: ${line}`))).toEqual(
    [],
  );
  expect(wideComments(`// ${"word ".repeat(30)}\nconst a = 1; // ${"word ".repeat(30)}`)).toHaveLength(2);
});
