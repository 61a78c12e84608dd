import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { binary, root } from "../../scripts/installed.mjs";

/** A project with the rules and layers of this one, and nothing but faults. */
const planted = `${mkdtempSync(join(tmpdir(), "curveil-planted-"))}/`;

/** A fault for each rule: the file that it is in, if that matters, and its code. */
type Fault = readonly [rule: string, code: string, path?: string];

const inAnyScript: readonly Fault[] = [
  ["for-direction", "for (let i = 0; i < 9; i--) console.log(i);"],
  ["no-async-promise-executor", "console.log(new Promise(async (done) => done(await 1)));"],
  ["no-case-declarations", "switch (process.argv.length) { case 1: let a = 1; console.log(a); }"],
  ["no-compare-neg-zero", "console.log(process.argv.length === -0);"],
  ["no-cond-assign", "let a; if (a = process.argv) console.log(a);"],
  ["no-constant-binary-expression", "console.log({} ?? process.argv);"],
  ["no-constant-condition", "if (1) console.log(1);"],
  ["no-control-regex", "console.log(/\\x00/.test(process.argv[0]));"],
  ["no-debugger", "debugger;"],
  ["no-dupe-else-if", "const a = process.argv; if (a) console.log(1); else if (a) console.log(2);"],
  ["no-duplicate-case", "switch (process.argv[0]) { case 'a': break; case 'a': break; }"],
  ["no-empty", "if (process.argv) {}"],
  ["no-empty-character-class", "console.log(/a[]/.test(process.argv[0]));"],
  ["no-empty-pattern", "const {} = process; console.log(1);"],
  ["no-empty-static-block", "export class A { static {} }"],
  ["no-ex-assign", "try { console.log(1); } catch (e) { e = 2; console.log(e); }"],
  ["no-extra-boolean-cast", "if (!!process.argv) console.log(1);"],
  ["no-fallthrough", "switch (process.argv[0]) { case 'a': console.log(1); case 'b': console.log(2); }"],
  ["no-global-assign", "URL = 1;"],
  ["no-invalid-regexp", "console.log(new RegExp('['));"],
  ["no-irregular-whitespace", "const a\u00a0= 1; console.log(a);"],
  ["no-loss-of-precision", "console.log(9007199254740993);"],
  ["no-misleading-character-class", "console.log(/[👍]/.test(process.argv[0]));"],
  ["no-prototype-builtins", "console.log(process.hasOwnProperty('a'));"],
  ["no-regex-spaces", "console.log(/a   b/.test(process.argv[0]));"],
  ["no-self-assign", "let a = process.argv; a = a; console.log(a);"],
  ["no-shadow-restricted-names", "export function f(undefined) { return undefined; }"],
  ["no-sparse-arrays", "console.log([1, , 2]);"],
  ["no-unassigned-vars", "let a; console.log(a);"],
  ["no-unexpected-multiline", "const a = process.argv\n(console.log)\nconsole.log(a);"],
  ["no-unsafe-finally", "export function f() { try { return 1; } finally { return 2; } }"],
  ["no-unsafe-optional-chaining", "console.log((process?.argv).length);"],
  ["no-unused-labels", "a: console.log(1);"],
  ["no-unused-private-class-members", "export class A { #a = 1; }"],
  ["no-useless-assignment", "export function f() { let a = 1; a = 2; return a; }"],
  ["no-useless-backreference", "console.log(/\\1(a)/.test(process.argv[0]));"],
  ["no-useless-catch", "try { console.log(1); } catch (e) { throw e; }"],
  ["no-useless-escape", "console.log('\\a');"],
  ["preserve-caught-error", "try { console.log(1); } catch (e) { throw new Error('a'); }"],
  ["require-yield", "export function* f() { return 1; }"],
  ["use-isnan", "console.log(process.argv.length === NaN);"],
  ["valid-typeof", "console.log(typeof process === 'strin');"],
];

const withoutCompiler: readonly Fault[] = [
  ["constructor-super", "export class A extends URL { constructor() { console.log(1); } }"],
  ["getter-return", "export const a = { get b() { console.log(1); } };"],
  ["no-class-assign", "class A {} A = 1; console.log(A);"],
  ["no-const-assign", "const a = 1; a = 2; console.log(a);"],
  ["no-dupe-class-members", "export class A { b() { return 1; } b() { return 2; } }"],
  ["no-dupe-keys", "export const a = { b: 1, b: 2 };"],
  ["no-func-assign", "function f() {} f = 1; console.log(f);"],
  ["no-import-assign", "import a from 'a'; a = 1;"],
  ["no-new-native-nonconstructor", "console.log(new Symbol('a'));"],
  ["no-obj-calls", "console.log(Math());"],
  ["no-redeclare", "var a = 1; var a = 2; console.log(a);"],
  ["no-setter-return", "export const a = { set b(c) { return c; } };"],
  ["no-this-before-super", "export class A extends URL { constructor() { this.a = 1; super('a'); } }"],
  ["no-undef", "console.log(nowhere);"],
  ["no-unreachable", "export function f() { return 1; console.log(2); }"],
  ["no-unsafe-negation", "console.log(!process in console);"],
  ["no-unused-vars", "const a = 1;"],
];

const inTypeScript: readonly Fault[] = [
  ["no-var", "export var a = 1;"],
  ["prefer-const", "let a = 1; export { a };"],
  ["prefer-rest-params", "export function f() { return arguments[0] as unknown; }"],
  ["prefer-spread", "export const f = (g: (...a: number[]) => number, a: number[]) => g.apply(undefined, a);"],
  ["no-unused-vars", "export const f = (a: number, b: number) => { const c = 1; return a; };"],
  ["no-array-constructor", "export const a = new Array(1, 2, 3);"],
  ["no-unused-expressions", "export const f = (a: number) => { a + 1; };"],
  ["no-useless-constructor", "export class A { a = 1; constructor() {} }"],
  ["import/no-default-export", "export default 1;"],
  ["ban-ts-comment", "// @ts-ignore\nexport const a: number = '1';"],
  ["consistent-type-imports", "import { Props } from './theirs.ts'; export const a: Props | undefined = undefined;"],
  ["no-duplicate-enum-values", "export enum A { b = 1, c = 1 }"],
  ["no-dynamic-delete", "export const f = (a: Record<string, number>, b: string) => { delete a[b]; };"],
  ["no-empty-object-type", "export const a: {} = 1;"],
  ["no-explicit-any", "export const a: any = 1;"],
  ["no-extra-non-null-assertion", "export const f = (a?: { b: number }) => a!!.b;"],
  ["no-extraneous-class", "export class A {}"],
  ["no-invalid-void-type", "export const a: void | number = 1;"],
  ["no-misused-new", "export interface A { new (): A; constructor(): void; }"],
  ["no-namespace", "export namespace A { export const b = 1; }"],
  ["no-non-null-asserted-nullish-coalescing", "export const f = (a: { b?: number }) => a.b! ?? 1;"],
  ["no-non-null-asserted-optional-chain", "export const f = (a?: { b: number }) => a?.b!;"],
  ["no-require-imports", "import a = require('a'); export { a };"],
  ["no-this-alias", "export function f(this: object) { const a = this; return () => a; }"],
  ["no-unnecessary-type-constraint", "export const f = <T extends unknown>(a: T[], b: T) => [a, b];"],
  ["no-unsafe-declaration-merging", "export interface A { a: number } export class A { b = 1; }"],
  ["no-unsafe-function-type", "export const a: Function = () => 1;"],
  ["no-wrapper-object-types", "export const a: Number = 1;"],
  ["prefer-as-const", "export const a: 'b' = 'b';"],
  ["prefer-literal-enum-member", "const b = 1; export enum A { c = b }"],
  ["prefer-namespace-keyword", "declare module A { const b: number; } export const c = A.b;"],
  ["triple-slash-reference", "/// <reference path='a.ts' />\nexport const a = 1;"],
  ["unified-signatures", "export declare function f(a: number): void; export declare function f(a: string): void;"],
];

/** Rules that ask for types. `any` comes from `theirs.ts`, as from a package. */
const theirs = `export interface Props { readonly a: number; }
export declare const unsafe: ReturnType<typeof JSON.parse>;
export declare function later(): Promise<number>;
/** @deprecated */
export declare const old: number;
export enum Fruit { apple = 1, pear = 2 }
export enum Other { oak = 1 }
`;
const withTypes: readonly Fault[] = [
  ["await-thenable", "export const f = async () => { await 1; };"],
  ["no-array-delete", "export const f = (a: number[]) => { delete a[0]; };"],
  ["no-base-to-string", "export const f = (a: { b: number }) => String(a);"],
  ["no-confusing-void-expression", "export const f = (a: () => void) => { const b = a(); return b; };"],
  ["no-deprecated", "import { old } from './theirs.ts'; export const a = old + 1;"],
  ["no-duplicate-type-constituents", "export type A = number | string | number;"],
  ["no-floating-promises", "import { later } from './theirs.ts'; export const f = () => { later(); };"],
  ["no-for-in-array", "export const f = (a: number[]) => { for (const b in a) console.log(b); };"],
  ["no-generated-empty-object-type", "export type A = Omit<{ a: number }, 'a'>;"],
  ["no-implied-eval", "setTimeout('1', 1); export const a = 1;"],
  ["no-meaningless-void-operator", "export const f = (a: () => void) => { void a(); };"],
  [
    "no-misused-promises",
    "import { later } from './theirs.ts'; export const f = () => { if (later()) console.log(1); };",
  ],
  ["no-misused-spread", "export const f = (a: Map<string, number>) => ({ ...a });"],
  ["no-mixed-enums", "export enum A { b = 1, c = 'c' }"],
  ["no-redundant-type-constituents", "export type A = number | unknown;"],
  ["no-unnecessary-boolean-literal-compare", "export const f = (a: boolean) => (a === true ? 1 : 2);"],
  ["no-unnecessary-condition", "export const f = (a: { b: number }) => (a ? 1 : 2);"],
  ["no-unnecessary-template-expression", "export const f = (a: string) => `${a}`;"],
  ["no-unnecessary-type-arguments", "const g = <T = number>(a?: T) => a; export const b = g<number>();"],
  ["no-unnecessary-type-assertion", "export const f = (a: number) => a as number;"],
  ["no-unnecessary-type-conversion", "export const f = (a: string) => String(a);"],
  ["no-unnecessary-type-parameters", "export const f = <T,>(a: T) => { console.log(a); };"],
  ["no-unsafe-argument", "import { unsafe } from './theirs.ts'; export const a = Math.abs(unsafe);"],
  ["no-unsafe-assignment", "import { unsafe } from './theirs.ts'; export const a = unsafe;"],
  ["no-unsafe-call", "import { unsafe } from './theirs.ts'; unsafe();"],
  ["no-unsafe-enum-comparison", "import { Fruit } from './theirs.ts'; export const f = (a: Fruit) => a === 1;"],
  ["no-unsafe-member-access", "import { unsafe } from './theirs.ts'; console.log(unsafe.b);"],
  ["no-unsafe-return", "import { unsafe } from './theirs.ts'; export const f = () => unsafe;"],
  ["no-unsafe-unary-minus", "export const f = (a: string) => -a;"],
  ["no-useless-default-assignment", "export const f = ({ a = 1 }: { a: number }) => a;"],
  ["only-throw-error", "export const f = () => { throw 'a'; };"],
  ["prefer-promise-reject-errors", "export const a = Promise.reject('a');"],
  ["prefer-reduce-type-parameter", "export const f = (a: number[]) => a.reduce((b, c) => [...b, c], [] as number[]);"],
  ["prefer-return-this-type", "export class A { b = 1; c(): A { return this; } }"],
  ["related-getter-setter-pairs", "export interface A { get b(): string; set b(c: number); }"],
  ["require-await", "export const f = async () => 1;"],
  ["restrict-plus-operands", "export const f = (a: number, b: string) => a + b;"],
  ["restrict-template-expressions", "export const f = (a: { b: number }) => `c ${a}`;"],
  [
    "return-await",
    "import { later } from './theirs.ts'; export async function f() { try { return later(); } catch { return 1; } }",
  ],
  ["unbound-method", "class A { b = 1; c() { return this.b; } } export const d = new A().c;"],
  [
    "use-unknown-in-catch-callback-variable",
    "import { later } from './theirs.ts'; export const a = later().catch((b) => b);",
  ],
];

const component = (body: string, before = "") =>
  `import { ${["useState", "useEffect", "useMemo", "useRef", "useCallback"].filter((hook) => `${body}${before}`.includes(hook)).join(", ")} } from "react";
${before}
export function Shown({ a, log }: { readonly a: { b: number[] }; readonly log: (text: unknown) => void }) {
${body}
}`;
const hooks: readonly Fault[] = [
  ["rules-of-hooks", component("if (a.b.length > 0) useState(1); log(1); return <p />;")],
  ["exhaustive-deps", component("useEffect(() => { log(a); }, []); return <p />;")],
  ["static-components", component("const Inner = () => <b>{a.b.length}</b>; log(useState(1)); return <Inner />;")],
  ["immutability", component("const [c] = useState({ d: 1 }); c.d = 2; log(a); return <p>{c.d}</p>;")],
  ["purity", component("const [c] = useState(1); log(a); return <p>{Math.random() + c}</p>;")],
  ["globals", component("count = a.b.length; log(useState(1)); return <p>{count}</p>;", "let count = 0;")],
  ["refs", component("const c = useRef(1); log(a); return <p>{c.current}</p>;")],
  [
    "set-state-in-effect",
    component("const [c, set] = useState(1); useEffect(() => { set(2); }, []); log(a); return <p>{c}</p>;"),
  ],
  ["set-state-in-render", component("const [c, set] = useState(1); set(a.b.length); log(1); return <p>{c}</p>;")],
  [
    "error-boundaries",
    component("const [c] = useState(1); log(a); try { return <p>{c}</p>; } catch { return <b />; }"),
  ],
  ["use-memo", component("const c = useMemo((d: number) => d, []); log(a); return <p>{c}</p>;")],
];

const from = (path: string) => `import { a } from "${path}"; export const b: unknown = a;`;
const layers: readonly Fault[] = [
  ["no-restricted-imports", from("../engine/a.ts"), "src/core/beside.ts"],
  ["no-restricted-imports", from("../../../plots/a.ts"), "src/core/privacy/bands/plots.ts"],
  ["no-restricted-imports", from("../release/a.ts"), "src/core/kernels/up.ts"],
  ["no-restricted-imports", from("./special/a.ts"), "src/core/roomFromBeside.ts"],
  ["no-restricted-imports", from("../density.ts"), "src/core/density/estimator/parent.ts"],
  ["no-restricted-imports", from("./search/farthestPair.ts"), "src/core/privacy/sensitivity/search.ts"],
  ["no-restricted-imports", from("../session/a.ts"), "src/state/scenario/session.ts"],
  ["no-restricted-imports", from("../screen/a.ts"), "src/panels/shared/screen.ts"],
  ["no-restricted-imports", from("../sections/a.ts"), "src/studies/density/picture/sections.ts"],
  ["no-restricted-imports", from("d3-scale"), "src/core/special/library.ts"],
  ["no-restricted-imports", from("ml-matrix"), "src/core/erm/solver/matrix.ts"],
  ["no-restricted-imports", from("../kernels/a.ts"), "src/core/linalg/dense.ts"],
  ["no-restricted-imports", from("../state/a.ts"), "src/plots/state.ts"],
  ["no-restricted-imports", from("react"), "src/plots/react.ts"],
  ["no-restricted-imports", from("../core/grids.ts"), "src/plots/core.ts"],
  ["no-restricted-imports", from("../state/a.ts"), "src/engine/state.ts"],
  ["no-restricted-imports", from("zustand"), "src/engine/zustand.ts"],
  ["no-restricted-imports", from("../panels/a.ts"), "src/state/panels.ts"],
  ["no-restricted-imports", from("comlink"), "src/state/comlink.ts"],
  ["no-restricted-imports", from("../studies/a.ts"), "src/panels/studies.ts"],
  ["no-restricted-imports", from("comlink"), "src/panels/comlink.ts"],
  ["no-restricted-imports", from("../app/a.ts"), "src/studies/app.ts"],
  ["no-restricted-imports", from("ml-matrix"), "src/app/matrix.ts"],
  ["no-restricted-imports", from("ml-matrix"), "workers/matrix.ts"],
  ["no-restricted-imports", from("../src/plots/a.ts"), "workers/plots.ts"],
  ["no-restricted-imports", from("../../src/panels/a.ts"), "workers/studies/panels.ts"],
  ["no-cycle", "import type { B } from './circleB.ts'; export type A = B | string;", "src/state/circleA.ts"],
  ["no-cycle", "import type { A } from './circleA.ts'; export type B = A[];", "src/state/circleB.ts"],
  ["no-restricted-properties", "export const a = Math.random();", "src/core/random/seeded.ts"],
  ["no-restricted-properties", "export const a = (1).toFixed(2);", "src/core/random/digits.ts"],
  ["no-restricted-properties", "export const a = Math.random();", "src/core/numberFormats.ts"],
  ["no-restricted-properties", "export const a = new Date().toLocaleTimeString();", "src/panels/digits.ts"],
  ["no-restricted-globals", "export const a = new Intl.NumberFormat();", "workers/digits.ts"],
];

const types: readonly Fault[] = [
  ["TS2584", "export const a = document.title;", "src/core/document.ts"],
  ["TS2591", "export const a = process.argv;", "src/app/process.ts"],
  ["TS2304", "export const a = window;", "workers/window.ts"],
  ["TS2322", "export const a: number = '1';", "test/wrong.ts"],
  ["TS1294", "export enum Fruit { apple = 1 }", "src/state/enum.ts"],
  ["TS6133", "const a = 1; export const b = 2;", "src/state/unused.ts"],
  ["TS2532", "export const f = (a: number[]) => a[0].toString();", "src/plots/index.ts"],
];

const faults = [
  ...inAnyScript.map(([rule, code]) => [rule, `scripts/${rule}.mjs`, code] as const),
  ...withoutCompiler.map(([rule, code]) => [rule, `scripts/${rule}.mjs`, code] as const),
  ...[...inTypeScript, ...withTypes].map(
    ([rule, code]) => [rule, `src/app/${rule.replace("/", "-")}.ts`, code] as const,
  ),
  ...hooks.map(([rule, code]) => [rule, `src/app/${rule}.tsx`, code] as const),
  ...[...layers, ...types].map(([rule, code, path = ""]) => [rule, path, code] as const),
];

const found = new Set<string>();
beforeAll(() => {
  const write = (path: string, code: string) => {
    mkdirSync(dirname(planted + path), { recursive: true });
    writeFileSync(planted + path, `${code}\n`);
  };
  write("package.json", '{ "type": "module" }');
  symlinkSync(`${root}node_modules`, `${planted}node_modules`);
  for (const name of ["base", "core", "workers", "app", "test"])
    cpSync(`${root}tsconfig.${name}.json`, `${planted}tsconfig.${name}.json`);
  for (const name of ["tsconfig.json", "oxlint.config.mjs"]) cpSync(root + name, planted + name);
  write("src/app/theirs.ts", theirs);
  for (const [, path, code] of faults) write(path, code);

  const { stdout, stderr } = spawnSync(
    process.execPath,
    [binary("oxlint/bin/oxlint"), "-c", "oxlint.config.mjs", "--format", "json", "src", "workers", "scripts", "test"],
    { cwd: planted, encoding: "utf8", maxBuffer: 1e8 },
  );
  expect(stderr).toBe("");
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
  for (const { code, filename } of diagnostics) {
    const rule = /\(([^)]+)\)$/.exec(code)?.[1] ?? code;
    found.add(`${filename.replaceAll("\\", "/")}: ${rule}`);
  }
});

afterAll(() => {
  rmSync(planted, { recursive: true });
});

test.each(faults)("%s is found in %s", (rule, path) => {
  expect(found).toContain(`${path}: ${rule.split("/").at(-1)!}`);
});
