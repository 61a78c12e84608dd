import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "curveil-kept-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Three parts: each notes that it was begun; the last one ends only where no file holds it. */
const program = `
import { appendFileSync, existsSync } from "node:fs";
import { keptParts } from ${JSON.stringify(new URL("../../scripts/kept.mjs", import.meta.url).href)};

const settings = new Map(process.argv.slice(2).map((option) => option.split("=")));
const parts = keptParts(settings);
const made = await parts.all(["one", "two", "three"].map((name, i) => [name, () => {
  appendFileSync(settings.get("begun"), name + "\\n");
  while (name === "three" && existsSync(settings.get("hold")));
  return Float64Array.of(i + 1, 0.1);
}]));
if (made) console.log(JSON.stringify(made.map(({ value }) => [...value])));
`;
const path = join(folder, "program.mjs");
writeFileSync(path, program);
const [begun, hold, keep] = ["begun", "hold", "kept"].map((name) => join(folder, name)) as [string, string, string];

const run = (processes: number, more: string[] = []) => {
  const options = [`begun=${begun}`, `hold=${hold}`, `processes=${processes}`, ...more];
  const child = spawn(process.execPath, [path, ...options], { stdio: ["ignore", "pipe", "ignore"] });
  let output = "";
  child.stdout.on("data", (text: Buffer) => (output += text.toString()));
  return { child, ended: new Promise<string>((resolve) => child.on("close", () => resolve(output))) };
};
const linesOf = (file: string) => readFileSync(file, "utf8").trim().split("\n").sort();
const whole = "[[1,0.1],[2,0.1],[3,0.1]]\n";

test("keptParts goes on after it was stopped: parts that are kept are not made again, an unfinished one is", async () => {
  writeFileSync(begun, "");
  writeFileSync(hold, "");
  const stopped = run(2, [`keep=${keep}`]);
  await expect.poll(() => linesOf(begun)).toEqual(["one", "three", "two"]);
  await expect.poll(() => readdirSync(keep).sort()).toEqual(["one.part", "two.part"]);
  stopped.child.kill("SIGTERM");
  expect(await stopped.ended).toBe("");

  writeFileSync(begun, "");
  rmSync(hold);
  expect(await run(2, [`keep=${keep}`]).ended).toBe(whole);
  expect(linesOf(begun)).toEqual(["three"]);
});

test("each part is made once, by any number of processes, with the same values", async () => {
  for (const processes of [1, 3]) {
    writeFileSync(begun, "");
    expect(await run(processes).ended).toBe(whole);
    expect(linesOf(begun)).toEqual(["one", "three", "two"]);
  }
});
