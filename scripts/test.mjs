import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { binary, ensureInstalled, root } from "./installed.mjs";

ensureInstalled();
const fast = process.argv.includes("--fast");
const report = `${root}.cache/tests.json`;
mkdirSync(`${root}.cache`, { recursive: true });
rmSync(report, { force: true });

const total = { passed: 0, failed: 0, skipped: 0 };
const step = async (name, path, args) => {
  const ok = await succeeds(path, args);
  console.log(`${ok ? "ok    " : "FAILED"}  ${name}`);
  total[ok ? "passed" : "failed"]++;
};

const tsc = (layer) => step(`type check: ${layer}`, "typescript/bin/tsc", ["-p", `tsconfig.${layer}.json`]);
await Promise.all([tsc("core"), tsc("workers")]);
await Promise.all([tsc("app"), tsc("test")]);
await step("lint", "eslint/bin/eslint.js", ["."]);
await step("format", "prettier/bin/prettier.cjs", ["--check", "--log-level", "warn", "."]);

const projects = ["unit", ...(fast ? [] : ["browser"])].flatMap((name) => ["--project", name]);
const ran = await succeeds("vitest/vitest.mjs", [
  "run",
  ...projects,
  "--reporter=default",
  "--reporter=json",
  `--outputFile.json=${report}`,
]);
const counted = readReport();
total.passed += counted.passed;
total.failed += counted.failed;
total.skipped += counted.skipped;
// A file that fails to load, or an error outside a test, has no failing test of its own.
if (!ran && counted.failed === 0) total.failed++;
if (counted.passed + counted.failed === 0) total.failed++;

console.log(`${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ""}`);
process.exit(total.failed > 0 ? 1 : 0);

function succeeds(path, args) {
  const child = spawn(process.execPath, [binary(path), ...args], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
  });
  return new Promise((resolve) => child.on("close", (code) => resolve(code === 0)));
}

function readReport() {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(report, "utf8"));
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
}
