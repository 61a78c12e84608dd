import { execFileSync } from "node:child_process";
import { cpus } from "node:os";
import { ensureInstalled, root } from "../../scripts/installed.mjs";

ensureInstalled();
const { coreRows } = await import("./core.mjs");
const { pageRows } = await import("./page.mjs");

const wanted = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const asked = (name) => wanted.length === 0 || wanted.some((word) => name.toLowerCase().includes(word.toLowerCase()));

const machine = `${cpus()[0]?.model ?? "unknown processor"}, ${cpus().length} cores, Node ${process.versions.node}`;
const rows = [...(asked("core") ? await coreRows() : []), ...(asked("page") ? await pageRows() : [])];

if (process.argv.includes("--json")) {
  console.log(JSON.stringify({ commit: commit(), machine, rows }, null, 2));
} else {
  console.log(`commit ${commit()}, ${machine}\n`);
  const header = ["workload", "size", "ours (ms)", "95 %", "peer", "peer (ms)", "ratio", "target"];
  const cells = rows.map(({ workload, size, ours, high, peer, theirs, target }) => [
    workload,
    size,
    ours.toFixed(3),
    high === undefined ? "" : high.toFixed(3),
    peer ?? "",
    theirs?.toFixed(3) ?? "",
    theirs ? (ours / theirs).toFixed(2) : "",
    target ?? "",
  ]);
  for (const row of [header, header.map(() => "---"), ...cells]) console.log(`| ${row.join(" | ")} |`);
}
process.exit(0);

function commit() {
  try {
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  } catch {
    return "unknown";
  }
}
