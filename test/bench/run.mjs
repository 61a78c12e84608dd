import { execFileSync } from "node:child_process";
import { cpus, loadavg } from "node:os";
import { ensureInstalled, root } from "../../scripts/installed.mjs";

ensureInstalled();

const wanted = process.argv
  .slice(2)
  .filter((argument) => !argument.startsWith("--"))
  .map((word) => word.toLowerCase());
const asked = (name) => wanted.length === 0 || wanted.includes(name);
const workloads = ["w1", "w2", "w3", "w4", "w5", "w6", "w7", "w8", "w9", "w10", "w11"].filter(asked);
const only = process.argv.find((argument) => argument.startsWith("--only="))?.slice("--only=".length) ?? "";
const json = process.argv.includes("--json");

const rows = [];
let missing = [];
const busy = `load average ${loadavg()[0].toFixed(1)} before the run`;
let machine = `${cpus()[0]?.model ?? "unknown processor"}, ${cpus().length} cores, ${busy}, Node ${process.versions.node}`;
if (workloads.length > 0) {
  const { workloadRows } = await import("./workloads.mjs");
  const measured = await workloadRows(
    workloads,
    (line) => process.stderr.write(`${line}\n`),
    (label) => label.includes(only),
  );
  rows.push(...measured.rows);
  missing = measured.missing;
  machine += `, ${measured.browser}`;
}
if (asked("page")) {
  const { pageRows } = await import("./page.mjs");
  rows.push(...(await pageRows()));
}
if (asked("boundary")) {
  const { boundaryPageRows } = await import("./boundaryPage.mjs");
  rows.push(...(await boundaryPageRows()));
}

if (asked("engines")) {
  const { engineRows } = await import("./enginesPage.mjs");
  rows.push(...(await engineRows()));
}
if (asked("phone")) {
  const { phoneRows } = await import("./phonePage.mjs");
  rows.push(...(await phoneRows()));
}
if (wanted.includes("endurance")) {
  const { enduranceRows } = await import("./endurance.mjs");
  rows.push(...(await enduranceRows()));
}

if (json) {
  console.log(JSON.stringify({ commit: commit(), machine, missing, rows }, null, 2));
} else {
  console.log(`Commit ${commit()}, ${machine}.\n`);
  table(
    rows.filter(({ chromium }) => chromium !== undefined),
    {
      workload: ({ name }) => name,
      size: ({ size }) => size,
      "ours, Chromium (ms)": ({ chromium }) => digits(chromium),
      "ours, Node (ms)": ({ node }) => digits(node),
      "best peer": ({ peer }) => peer ?? "not installed",
      "its time (ms)": ({ theirs }) => digits(theirs),
      ratio: ({ ratio }) => digits(ratio),
      target: ({ target, ratio }) => verdict(ratio, target),
      "error reached": ({ error }) => error?.toExponential(0) ?? "",
    },
  );
  table(
    rows.filter(({ chromium }) => chromium === undefined),
    {
      "in the page": ({ name }) => name,
      size: ({ size }) => size,
      median: ({ median }) => digits(median),
      "95 %": ({ high }) => digits(high),
      unit: ({ unit }) => unit,
      floor: ({ floor }) => digits(floor),
      worker: ({ worker }) => (worker === undefined ? "" : worker.toFixed(1)),
      ratio: ({ ratio }) => digits(ratio),
      CPU: ({ cpu }) => digits(cpu),
      "CPU, ratio": ({ cpuRatio }) => digits(cpuRatio),
      rest: ({ median, floor, worker }) => (floor === undefined ? "" : (median - floor - worker).toFixed(1)),
      target: ({ target, ratio, median }) => verdict(ratio ?? median, target),
    },
  );
  if (missing.length > 0) console.log(`\nNot installed here, so not compared: ${missing.join(", ")}.`);
}
process.exit(0);

function table(rows, columns) {
  if (rows.length === 0) return;
  const cells = rows.map((row) => Object.values(columns).map((cell) => cell(row)));
  for (const line of [Object.keys(columns), Object.keys(columns).map(() => "---"), ...cells])
    console.log(`| ${line.join(" | ")} |`);
  console.log();
}

function verdict(value, target) {
  if (target === undefined) return "";
  return !(value <= target) ? `${target} missed` : String(target);
}

/** Three significant digits. */
function digits(value) {
  if (value === undefined) return "";
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}

function commit() {
  try {
    return execFileSync("git", ["describe", "--always", "--dirty", "--exclude", "*"], {
      cwd: root,
      encoding: "utf8",
    }).trim();
  } catch {
    return "unknown";
  }
}
