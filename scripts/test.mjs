import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { binary, ensureInstalled, root } from "./installed.mjs";

ensureInstalled();
const fast = process.argv.includes("--fast");
const report = `${root}.cache/tests.json`;
mkdirSync(`${root}.cache`, { recursive: true });
rmSync(report, { force: true });

const total = { passed: 0, failed: 0, skipped: 0 };

/** Prints the result of a check in one piece, so that outputs never mix. */
const finished = ({ name, ok, output }) => {
  console.log(`${output}${ok ? "ok    " : "FAILED"}  ${name}`);
  total[ok ? "passed" : "failed"]++;
};

/** Checks that read the code without running it. */
const checks = async () => {
  finished({ name: "types and lint", ...(await runs("oxlint/bin/oxlint", ["-c", "oxlint.config.mjs"], "pipe")) });
  finished({ name: "format", ...(await runs("oxfmt/bin/oxfmt", ["--check"], "pipe")) });
};

const projects = ["unit", "alone", ...(fast ? [] : ["browser"])].flatMap((name) => ["--project", name]);
const tests = () =>
  runs(
    "vitest/vitest.mjs",
    ["run", ...projects, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
    "inherit",
  );

// The tests of the page mostly wait, which leaves a core to the checks.
const [{ ok: ran }] = await Promise.all([tests(), checks()]);
const counted = readReport();
total.passed += counted.passed;
total.failed += counted.failed;
total.skipped += counted.skipped;
// A file that fails to load, or an error outside a test, has no failing test of its own.
if (!ran && counted.failed === 0) total.failed++;
if (counted.passed + counted.failed === 0) total.failed++;

if (total.skipped > 0)
  console.log(`${total.skipped} skipped: left to npm run journeys, or without their browser or program`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed > 0 ? 1 : 0);

function runs(path, args, output) {
  const child = spawn(process.execPath, [binary(path), ...args], { cwd: root, stdio: ["ignore", output, output] });
  const pieces = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (bytes) => pieces.push(bytes));
  return new Promise((resolve) =>
    child.on("close", (code) => resolve({ ok: code === 0, output: Buffer.concat(pieces).toString() })),
  );
}

function readReport() {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(readFileSync(report, "utf8"));
    return { passed: numPassedTests, failed: numFailedTests, skipped: numPendingTests + numTodoTests };
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
}
