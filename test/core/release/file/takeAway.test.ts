import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { claimedDelta } from "../../../../src/core/privacy/calibration/claim.ts";
import { canonicalJson } from "../../../../src/core/release/file/canonicalJson.ts";
import { pythonLoader } from "../../../../src/core/release/file/pythonLoader.ts";
import { registryDraft } from "../../../../src/core/release/file/registryDraft.ts";
import { releasedValues } from "../../../../src/core/release/file/releaseFile.ts";
import { releaseJsonSchema, releaseText } from "../../../../src/core/release/file/sealedRelease.ts";
import type { ReleaseFile } from "../../../../src/core/release/file/releaseFile.ts";
import { rLoader } from "../../../../src/core/release/file/rLoader.ts";
import { releaseTable, tableName } from "../../../../src/core/release/file/tables.ts";
import { triesAll } from "../../../support/fuzzing.ts";
import { has, pythonRuns, rRuns } from "../../../support/programs.ts";
import { exampleFiles, ditheredContents, sealed, sha256 } from "../../../support/releaseExamples.ts";

let files: ReleaseFile[];
let folder: string;

beforeAll(async () => {
  files = await exampleFiles();
  folder = mkdtempSync(join(tmpdir(), "release-"));
  writeFileSync(join(folder, "curveil_release.py"), pythonLoader());
});

afterAll(() => rmSync(folder, { recursive: true }));

const run = (command: string, args: string[]) => spawnSync(command, args, { cwd: folder, encoding: "utf8" });
const python = has("python3", "--version");
const module = (name: string) =>
  python && has("python3", "-c", `import importlib.util as u, sys; sys.exit(u.find_spec("${name}") is None)`);
const [numpy, jsonschema, yaml] = ["numpy", "jsonschema", "yaml"].map(module) as [boolean, boolean, boolean];
// The same numbers by Python in every run.
const r = triesAll && has("Rscript", "--version");

/** The JSON that a Python program prints about the release in `release.json`. */
function printed(program: string): unknown {
  writeFileSync(join(folder, "program.py"), program);
  const { status, stdout, stderr } = run("python3", ["program.py"]);
  expect(stderr).toBe("");
  expect(status).toBe(0);
  return JSON.parse(stdout);
}

/** The arguments of a loader for one of several releases, each in a file of its own. */
function named(file: ReleaseFile, i: number): string[] {
  writeFileSync(join(folder, `release-${i}.json`), releaseText(file));
  return [`release-${i}.json`];
}

function write(file: ReleaseFile): void {
  writeFileSync(join(folder, "release.json"), releaseText(file));
}

describe.skipIf(!python)("the Python loader (skipped without python3)", () => {
  test("gives the numbers of the page, to the last bit, and proves μ and δ", () => {
    write(files[0]!);
    const alone = run("python3", ["curveil_release.py", "release.json"]);
    expect([alone.stderr, alone.status]).toEqual(["", 0]);
    const told = pythonRuns(folder, "curveil_release.py", files.map(named));
    expect(alone.stdout).toBe(told[0]!.stdout);
    for (const [i, file] of files.entries()) {
      const { stdout, refused } = told[i]!;
      expect(refused).toBe("");
      const { check, values } = JSON.parse(stdout) as { check: { mu: number; delta: number }; values: number[] };
      expect(values).toEqual([...releasedValues(file.mechanism)]);
      expect(check.mu).toBeLessThanOrEqual(file.mechanism.mu * (1 + 1e-12));
      expect(check.delta).toBeLessThanOrEqual(file.mechanism.delta);
    }
  });

  test("runs without numpy, on the standard library alone", () => {
    write(files[1]!);
    const program = `import sys, json
sys.modules["numpy"] = None
import curveil_release
release, values = curveil_release.load("release.json")
print(json.dumps([type(values).__name__, values]))`;
    expect(printed(program)).toEqual(["list", [...releasedValues(files[1]!.mechanism)]]);
  });

  test.skipIf(!numpy)("with numpy, has the first axis first (skipped without numpy)", () => {
    write(files[1]!);
    const program = `import json, curveil_release
release, values = curveil_release.load("release.json")
print(json.dumps([list(values.shape), values[2, 5]]))`;
    expect(printed(program)).toEqual([[9, 7], releasedValues(files[1]!.mechanism)[2 + 9 * 5]]);
  });

  test("has the same δ as the page, to 10⁻⁹ of it or 10⁻¹⁵", () => {
    const cases = [0.001, 0.01, 0.1, 1, 5, 20, 50].flatMap((epsilon) =>
      [0.001, 0.01, 0.3, 2, 8].flatMap((mu) => [0, 1e-60].map((failure) => [epsilon, mu, failure] as const)),
    );
    const values = printed(
      `import json, curveil_release
print(json.dumps([curveil_release.delta_at(*given) for given in json.loads("${JSON.stringify(cases)}")]))`,
    ) as number[];
    cases.forEach(([epsilon, mu, failure], i) => {
      const delta = claimedDelta({ epsilon, mu, failure });
      expect(Math.abs(values[i]! - delta)).toBeLessThanOrEqual(1e-9 * delta + 1e-15);
    });
  });

  test("writes numbers as the page does, so that the digest is the same", async () => {
    const numbers = [
      0, 1, -1, 1e21, 1e20, 123456789012345680000, 1.5e-7, 1e-6, 0.1, 5e-324, 1.7976931348623157e308, -2.5e-10,
    ];
    const texts = ['é\n"\\\u0001\u007f', "𝒩"];
    const value = { numbers, texts, z: null, a: true, m: { 2: 1, 10: 2 } };
    writeFileSync(join(folder, "value.json"), JSON.stringify(value));
    const digest = printed(`import hashlib, json, curveil_release
value = json.load(open("value.json", encoding="utf-8"))
print(json.dumps(hashlib.sha256(curveil_release.canonical(value).encode("utf-8")).hexdigest()))`);
    expect(digest).toBe(await sha256(canonicalJson(value)));
  });

  test("refuses a file that was changed, or that claims less than it spends", async () => {
    const [file] = files as [ReleaseFile];
    const { mechanism } = file;
    const integers = [...mechanism.integers];
    integers[3]!++;
    const wrong: [ReleaseFile, RegExp][] = [
      [{ ...file, mechanism: { ...mechanism, integers } }, /the file was changed/],
    ];
    for (const [claim, message] of [
      [{ mu: mechanism.mu / 2 }, /mu is claimed/],
      [{ sigma: mechanism.sigma / 2 }, /mu is claimed/],
      [{ delta: mechanism.delta / 2 }, /delta is claimed/],
      [{ epsilon: mechanism.epsilon / 2 }, /delta is claimed/],
      [{ lattice: 3 }, /no power of two/],
      [{ deltaProfile: [{ epsilon: 0.1, delta: 1e-9 }] }, /delta of the profile is claimed/],
    ] as const) {
      const { digest, ...rest } = { ...file, mechanism: { ...mechanism, ...claim } };
      expect(digest).toBe(file.digest);
      wrong.push([{ ...rest, digest: await sha256(canonicalJson(rest)) }, message]);
    }
    const told = pythonRuns(
      folder,
      "curveil_release.py",
      wrong.map(([changed], i) => named(changed, i)),
    );
    for (const [i, [, message]] of wrong.entries()) expect(told[i]!.refused).toMatch(message);
    write(wrong[0]![0]);
    expect(run("python3", ["curveil_release.py", "release.json"]).stderr).toMatch(wrong[0]![1]);
  });
});

describe("the R loader", () => {
  test.skipIf(!r)("gives the numbers of the page and proves the claim (skipped without Rscript)", () => {
    const programs = files.map((file, i) => {
      const within = `r-${i}`;
      mkdirSync(join(folder, within));
      writeFileSync(join(folder, within, tableName(file)), releaseTable(file));
      const print = 'writeLines(sprintf("%.17g", curve$value), "values.txt")';
      writeFileSync(join(folder, within, "load_release.R"), `${rLoader(file)}\n${print}\n`);
      return [within, "load_release.R"] as const;
    });
    const alone = spawnSync("Rscript", ["load_release.R"], { cwd: join(folder, "r-0"), encoding: "utf8" });
    expect([alone.stderr, alone.status]).toEqual(["", 0]);
    const told = rRuns(folder, programs);
    for (const [i, file] of files.entries()) {
      expect(told[i]!.refused).toBe("");
      expect(told[i]!.stdout).toContain(`${file.mechanism.integers.length} numbers; mu `);
      const values = readFileSync(join(folder, `r-${i}`, "values.txt"), "utf8")
        .trim()
        .split(/\r?\n/)
        .map(Number);
      expect(values).toEqual([...releasedValues(file.mechanism)]);
    }
  });

  test.skipIf(!r)(
    "refuses numbers that do not prove the claim, and a table that lost rows (skipped without Rscript)",
    () => {
      const [file, , pure] = files as [ReleaseFile, ReleaseFile, ReleaseFile];
      const program = rLoader(file);
      const { mu, delta, sigma } = file.mechanism;
      const lost = releaseTable(file).split("\r\n").slice(0, -3).join("\r\n");
      const wrong = [
        [file, program.replace(`mu <- ${mu}`, `mu <- ${mu / 2}`), "mu is not proved"],
        [file, program.replace(`sigma <- ${sigma}`, `sigma <- ${sigma / 2}`), "mu is not proved"],
        [file, program.replace(`delta <- ${delta}`, `delta <- ${delta / 2}`), "delta is not proved"],
        [pure, rLoader(pure).replace("epsilon <- 0.5", "epsilon <- 0.25"), "epsilon is not proved"],
        [file, program, "lost rows", lost],
      ] as const;
      const programs = wrong.map(([of, text, , table = releaseTable(of)], i) => {
        const within = `wrong-${i}`;
        mkdirSync(join(folder, within));
        writeFileSync(join(folder, within, tableName(of)), table);
        writeFileSync(join(folder, within, "load_release.R"), text);
        return [within, "load_release.R"] as const;
      });
      const told = rRuns(folder, programs);
      for (const [i, [, , message]] of wrong.entries()) expect(told[i]!.refused).toContain(message);
      const alone = spawnSync("Rscript", ["load_release.R"], { cwd: join(folder, "wrong-0"), encoding: "utf8" });
      expect(alone.status).not.toBe(0);
      expect(alone.stderr).toContain("mu is not proved");
    },
  );

  test("has numbers of the release in it and no text, so that no title can become a program", async () => {
    const contents = ditheredContents();
    const evil = '"); system("rm -rf /"); #\n`';
    const file = await sealed({ ...contents, study: evil, sheet: { ...contents.sheet, title: evil } });
    expect(rLoader(file)).not.toContain("system");
    expect(rLoader(file)).toContain(`lattice <- 2^${Math.log2(file.mechanism.lattice)}`);
    for (const each of files) {
      for (const number of [each.mechanism.sigma, each.mechanism.mu, each.mechanism.epsilon, each.mechanism.delta]) {
        expect(rLoader(each)).toContain(`<- ${number}\n`);
      }
    }
  });
});

describe.skipIf(!yaml)("the registry's draft (skipped without PyYAML)", () => {
  test("is YAML with the numbers and texts of the release", async () => {
    const contents = ditheredContents();
    const title = "a: b # c\n\u0085\u2028 'd' \"e\" \u007f";
    for (const file of [await sealed({ ...contents, sheet: { ...contents.sheet, title } }), files[2]!]) {
      writeFileSync(join(folder, "registry.yaml"), registryDraft(file));
      const draft = printed(`import json, yaml
print(json.dumps(yaml.safe_load(open("registry.yaml", encoding="utf-8")), default=str))`) as {
        name: string;
        publication_date: string;
        dp_flavor: { mu: number; delta: number; delta_profile: object };
        implementation: { floating_point_measures: string };
      };
      expect(draft.name).toBe(file.sheet.title);
      expect(draft.publication_date).toBe(file.created);
      expect(draft.dp_flavor).toMatchObject({ mu: file.mechanism.mu, delta: file.mechanism.delta });
      expect(draft.dp_flavor.delta_profile).toEqual(file.mechanism.deltaProfile);
      expect(draft.implementation.floating_point_measures).toBe(file.sheet.floatingPoint);
    }
  });
});

describe.skipIf(!jsonschema)("the JSON Schema (skipped without jsonschema)", () => {
  test("accepts every release, and refuses wrong types and unknown fields", () => {
    writeFileSync(join(folder, "schema.json"), releaseJsonSchema());
    const [file] = files as [ReleaseFile];
    const wrong = [
      { ...file, extra: 1 },
      { ...file, schema: "curveil-release/3" },
      { ...file, mechanism: { ...file.mechanism, integers: [0.5] } },
      { ...file, mechanism: { ...file.mechanism, domain: { kind: "grid" } } },
      { ...file, created: "yesterday" },
    ];
    writeFileSync(join(folder, "instances.json"), JSON.stringify([...files, ...wrong]));
    const verdicts = printed(`import json, jsonschema
schema = json.load(open("schema.json"))
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
print(json.dumps([validator.is_valid(instance) for instance in json.load(open("instances.json"))]))`);
    expect(verdicts).toEqual([true, true, true, true, false, false, false, false, false]);
  });
});
