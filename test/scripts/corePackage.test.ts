import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiText, commentOf } from "../../scripts/api.mjs";
import { root } from "../../scripts/installed.mjs";
import { builtCore } from "../support/builtCore.ts";

const folder = mkdtempSync(join(tmpdir(), "curveil-core-"));
const empty = join(folder, "empty");
const examples = readdirSync(`${root}docs/examples`).filter((name) => name.endsWith(".mjs"));

/** A package and what it needs when it runs, copied as an installer without network would. */
function install(name: string, from = `${root}node_modules/${name}`) {
  const to = join(empty, "node_modules", name);
  cpSync(from, to, { recursive: true });
  const { dependencies = {} } = JSON.parse(readFileSync(join(to, "package.json"), "utf8")) as {
    dependencies?: Record<string, string>;
  };
  Object.keys(dependencies).forEach((needed) => install(needed));
}

/** What a program in the empty folder prints. */
const run = (...args: string[]) => execFileSync(process.execPath, args, { cwd: empty, encoding: "utf8" });

beforeAll(async () => {
  const built = await builtCore();
  const npm = ["pack", "--offline", "--silent", "--pack-destination", folder];
  execFileSync("npm", npm, { cwd: built, shell: process.platform === "win32" });
  const archive = readdirSync(folder).find((name) => name.endsWith(".tgz"))!;
  execFileSync("tar", ["-xzf", archive], { cwd: folder });
  mkdirSync(empty);
  install("curveil-core", join(folder, "package"));
  cpSync(join(folder, "package/examples"), empty, { recursive: true });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the package runs without what only the app or its development needs", () => {
  expect(readdirSync(join(empty, "node_modules")).sort()).toEqual(
    expect.arrayContaining(["curveil-core", "fflate", "ml-matrix", "papaparse"]),
  );
  expect(readdirSync(join(empty, "node_modules"))).not.toEqual(expect.arrayContaining(["react"]));
  const files = readdirSync(join(empty, "node_modules/curveil-core"));
  expect(files.sort()).toEqual(
    ["LICENSE", "README.md", "command", "examples", "index.js", "package.json", "standalone.js", "types"].sort(),
  );
  // What is not in `exports` cannot be imported.
  expect(() => run("-e", `import("curveil-core/types/index.js").catch(() => process.exit(3))`)).toThrow();
});

test("the command carries no screen", () => {
  const command = join(empty, "node_modules/curveil-core/command");
  const names = readdirSync(command, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
  const text = names.map((name) => readFileSync(join(command, name), "utf8")).join("\n");
  expect(text).toContain("src/studies/density/definition.ts");
  expect(text).not.toMatch(/node_modules\/(react-dom|react\/cjs\/react\.|d3-(selection|axis|contour))/);
  expect(text.length).toBeLessThan(2_800_000);
});

test("there are six programs of at most 30 lines", () => {
  expect(examples.sort()).toEqual(
    ["bernstein", "boundary", "density", "ledger", "meanCurve", "releaseFile"].map((name) => `${name}.mjs`),
  );
  for (const name of examples) {
    expect(readFileSync(`${root}docs/examples/${name}`, "utf8").trimEnd().split("\n").length).toBeLessThanOrEqual(30);
  }
});

/** The numbers in a text. */
const numbersIn = (text: string) => (text.match(/-?\d+(?:\.\d+)?(?:e-?\d+)?/g) ?? []).map(Number);

// Noise beyond twice its simultaneous band has a probability far below 10⁻⁵: what is said of values holds in every run.
describe("programs of docs/examples, in an empty folder", () => {
  test("density: two peaks at known places stay, the higher one near 80 minutes", () => {
    const [first, highest, noise] = run("density.mjs").split("\n") as [string, string, string];
    expect(first).toMatch(/^1000 values, ε = 1, δ = 0.000001, μ = 0\.2\d{3}$/);
    const [minutes, value] = numbersIn(highest) as [number, number];
    expect(minutes).toBeGreaterThan(70);
    expect(minutes).toBeLessThan(92);
    const [band] = numbersIn(noise) as [number];
    expect(band).toBeCloseTo(0.0054, 3);
    expect(Math.abs(value - 0.033)).toBeLessThan(3 * band);
  });

  test("boundary: the sign is certain nearly everywhere but along the diagonal", () => {
    const [points, certain, helps] = numbersIn(run("boundary.mjs")) as [number, number, number];
    expect(points).toBe(40_000);
    expect(certain).toBeGreaterThan(20_000);
    expect(certain).toBeLessThan(points);
    expect(helps / certain).toBeGreaterThan(0.3);
    expect(helps / certain).toBeLessThan(0.6);
  });

  test("mean curve: warmest in the afternoon, by the Δ of two curves a person", () => {
    const text = run("meanCurve.mjs");
    const [count, hour, degrees] = numbersIn(text) as [number, number, number];
    expect(count).toBe(60);
    expect(Math.abs(hour - 16)).toBeLessThan(4);
    expect(Math.abs(degrees - 36.9)).toBeLessThan(0.3);
    expect(text).toMatch(/curves per person · \(2τ₀\/n\)/);
  });

  test("Bernstein: pure ε, numbers of a lattice, near the density of the normal law", () => {
    const text = run("bernstein.mjs");
    const [degree, , count, epsilon, delta, , density, band] = numbersIn(text);
    expect(count).toBe(degree! + 1);
    expect(epsilon).toBeLessThanOrEqual(1);
    expect(epsilon).toBeGreaterThan(0.99);
    expect(delta).toBe(0);
    // N(45, 12² + 8²) at 50, as the bumps widen it.
    const exact = Math.exp(-(5 ** 2) / (2 * 208)) / Math.sqrt(2 * Math.PI * 208);
    expect(Math.abs(density! - exact)).toBeLessThan(3 * band! + 0.001);
  });

  test("ledger: two of three releases fit, the third is refused before it is drawn, and the file is a ledger", () => {
    const text = run("ledger.mjs");
    expect(text).toMatch(/^2 releases cost ε = 1\.\d+ at δ = 1e-5 together/);
    expect(text).toMatch(/the third is refused, and nothing was drawn: cost must be within what is left of the budget/);
    const ledger = JSON.parse(readFileSync(join(empty, "ledger.json"), "utf8")) as { entries: object[]; note: string };
    expect(ledger.entries).toHaveLength(2);
    expect(ledger.note).toMatch(/^PRIVATE DATA/);
  });

  test("release file: written, read back, checked; another one is refused", () => {
    expect(run("releaseFile.mjs")).toBe("Waiting times: 1000 integers, ε = 1\nunchanged since it was sealed: true\n");
    const file = readFileSync(join(empty, "release.json"), "utf8");
    writeFileSync(join(empty, "release.json"), file.replace('"epsilon":1,', '"epsilon":0.1,'));
    const check = `import { parseRelease } from "curveil-core"; import { readFileSync } from "node:fs";
      try { parseRelease(readFileSync("release.json", "utf8")); } catch (error) { console.log(error.name, error.message); }`;
    expect(run("--input-type=module", "-e", check)).toMatch(/^ParameterError mechanism/);
  });
});

/** The exit code of the command `curveil` in the empty folder, and what it prints; the package's own program. */
const curveil = (args: readonly string[], flags: readonly string[] = []) =>
  new Promise<{ readonly code: number | null; readonly said: string }>((resolve) => {
    const program = ["node_modules/curveil-core/command/curveil.js", ...args];
    const child = spawn(process.execPath, [...flags, ...program], { cwd: empty });
    let said = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => (said += String(part)));
    child.on("close", (code) => resolve({ code, said }));
  });

describe("npx curveil, in an empty folder", () => {
  const link = readFileSync(`${root}docs/examples/waiting.link`, "utf8").trim();
  const release = [
    ...["release", "--link", "waiting.link", "--schema", "eruptions.schema.json", "--data", "eruptions.csv"],
    ...["--ledger", "book.json"],
  ];

  test("release: needs schema, ledger and cryptography, pays once, and two at once spend a budget for one only once", async () => {
    const left = (name: string) => release.toSpliced(release.indexOf(`--${name}`), 2);
    const refused = await Promise.all([
      curveil(left("schema")),
      curveil(left("ledger")),
      curveil(release),
      curveil([...release, "--budgett", "2,1e-5"]),
      curveil([...left("ledger"), "--no-ledger"], ["--import", "data:text/javascript,delete globalThis.crypto"]),
    ]);
    const reasons = [/A schema says/, /needs --ledger/, /no ledger at/, /budgett/, /no cryptography/];
    refused.forEach(({ code, said }, i) => {
      expect(said).toMatch(reasons[i]!);
      expect(code).toBe(1);
    });
    expect(readdirSync(empty).filter((name) => /^release-|book/.test(name))).toEqual([]);

    const first = await curveil([...release, "--budget", "1.45,1e-5"]);
    expect(first).toMatchObject({ code: 0, said: expect.stringMatching(/ε = 1, .*\nDraw 1 of these data/) as string });
    ["one", "two"].forEach((name) => mkdirSync(join(empty, name)));
    const both = await Promise.all(["one", "two"].map((out) => curveil([...release, "--out", out])));
    expect(both.map(({ code }) => code).sort()).toEqual([0, 1]);
    expect(both.find(({ code }) => code === 1)!.said).toMatch(/The budget does not cover this/);
    const ledger = JSON.parse(readFileSync(join(empty, "book.json"), "utf8")) as { entries: { release: string }[] };
    expect(ledger.entries.map((entry) => entry.release.length)).toEqual([64, 64]);
  });

  test("check, simulate and plan; what was changed is refused, and a release without a ledger says so", async () => {
    mkdirSync(join(empty, "three"));
    const uncounted = await curveil([...release.slice(0, -2), "--no-ledger", "--out", "three"]);
    expect(uncounted.said).toMatch(/\nNo ledger was kept/);
    const zip = "three/release-density.zip";
    const bytes = readFileSync(join(empty, zip));
    writeFileSync(join(empty, "changed.zip"), Buffer.concat([bytes, Buffer.of(0)]));
    writeFileSync(join(empty, "broken.zip"), bytes.subarray(0, 1000));
    const [good, changed, broken, draws, plan] = await Promise.all([
      curveil(["check", zip]),
      curveil(["check", "changed.zip"]),
      curveil(["check", "broken.zip"]),
      curveil(["simulate", zip, "--count", "2"]),
      curveil(["plan", "--link", link]),
    ]);
    expect(good).toMatchObject({ code: 0, said: expect.stringMatching(/Proved by its numbers/) as string });
    expect(changed).toMatchObject({
      code: 1,
      said: expect.stringMatching(/is not what this version makes of it/) as string,
    });
    expect(broken).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^The archive must be a whole ZIP archive/) as string,
    });
    expect(draws.said.trim().split("\n")).toHaveLength(1003);
    expect(plan.said).toMatch(
      /^At ε = 1, n = 272 and h = 5 the noise is at most .*\nIt takes ε = \d.*\n.*\nIt takes h = \S+ or more/,
    );
  });
});

test("arithmetic in WebAssembly and in plain JavaScript, as in a page, draw the same values of the same words, but for last bits", () => {
  const program = (module: string, before = "") => `${before}
    const core = await import("${module}");
    const points = core.pointsFrom(Array.from({ length: 500 }, (_, i) => [100 * ((i * 0.618034) % 1)]));
    const words = core.wordsOf(core.seededSource(1));
    const release = core.releaseDensity({ records: { points }, recordsPerPerson: 1, domain: [[0, 100]], bandwidths: [9],
      epsilon: 1, delta: 1e-6, words });
    console.log(JSON.stringify([...release.values]));`;
  const values = (...told: [string, string?]) =>
    JSON.parse(run("--input-type=module", "-e", program(...told))) as number[];
  const compiled = values("curveil-core");
  const plain = [
    values("curveil-core", "globalThis.document = {};"),
    values("curveil-core", "delete globalThis.WebAssembly;"),
    values("curveil-core/standalone", "globalThis.document = {};"),
  ];
  expect(compiled).toHaveLength(1000);
  const largest = Math.max(...compiled);
  for (const other of plain) {
    const apart = other.reduce((most, value, i) => Math.max(most, Math.abs(value - compiled[i]!)), 0);
    expect(apart).toBeLessThan(1e-6 * largest);
  }
});

test("types: a small program compiles without the sources, and what is wrong in it does not", () => {
  const program = (line: string) => `
    import { cryptographicWords, gaussianKernel, planDensity, pointsFrom, releaseDensity } from "curveil-core";
    import type { Kernel, PrivateRelease, ReleaseFile } from "curveil-core";
    const points = pointsFrom([[1], [2]]);
    const release: PrivateRelease = releaseDensity({
      records: { points }, recordsPerPerson: 1, domain: [[0, 10]], bandwidths: [1], epsilon: 1, delta: 1e-6,
      words: cryptographicWords(), pay: (cost) => { cost.failure.toFixed(); },
    });
    const own: Kernel = { evaluate: (x, y) => (x[0] === y[0] ? 1 : 0), diagonalBound: 1 };
    export const all = [release.values.length, gaussianKernel(1).decay, own, planDensity({ points, domain: [[0, 10]], recordsPerPerson: 1 })];
    export const title = (file: ReleaseFile): string => file.view.title;
    ${line}
  `;
  const problems = (line: string) => {
    writeFileSync(join(empty, "consumer.ts"), program(line));
    const options = {
      ...{ strict: true, noEmit: true, target: ts.ScriptTarget.ES2022, lib: ["lib.es2023.d.ts"], types: [] },
      ...{ module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
    };
    const compiled = ts.createProgram([join(empty, "consumer.ts")], options);
    return ts
      .getPreEmitDiagnostics(compiled)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
  };
  expect(problems("")).toEqual([]);
  expect(problems(`releaseDensity({ records: { points }, epsilon: 1 });`)).toHaveLength(1);
});

test("docs/api.md lists the names behind the door, each with its comment", () => {
  expect(readFileSync(`${root}docs/api.md`, "utf8"), "npm run api writes it").toBe(apiText());
  const names = [...apiText().matchAll(/^- `(\w+)`(?: \(type\))?: (.+)$/gm)];
  const listing = `console.log(Object.keys(await import("curveil-core")).join(" "))`;
  const exported = run("--input-type=module", "-e", listing).trim().split(" ");
  expect(exported.length).toBeGreaterThan(50);
  expect(exported.filter((name) => !names.some(([, listed]) => listed === name))).toEqual([]);
  expect(names.filter(([, , said]) => said!.length < 15)).toEqual([]);
  expect(() => commentOf("errors.ts", "NobodysName")).toThrow(/no comment/);
});
