import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { binary, ensureInstalled, root } from "./installed.mjs";

// The full audits of all mechanisms, with enough draws that their bounds come within 15 % of the claims. Record and
// replay run on as many more pairs, and a page is killed 50 times; a table sums up. Takes half an hour. Names after
// `npm run audit --` select files.
ensureInstalled();
const audits = [
  ...["latticeRelease", "privateRelease", "hallMechanisms", "purchases", "purchasesByCrossValidation", "tableRelease"],
  "polynomialRelease",
];
const replays = ["Density", "Boundary", "MeanCurve", "Tables", "Purchases"].map((drawn) => `replay${drawn}`);
const files = [
  ...[...audits, ...replays].map((name) => ["statistical", `test/statistical/${name}.test.ts`]),
  ["browser", "test/browser/ledgerKilled.test.ts"],
];
const only = process.argv[2];
const folder = mkdtempSync(join(tmpdir(), "curveil-audit-"));
const table = join(folder, "table");
writeFileSync(table, "");
let failed = 0;
for (const [project, file] of files.filter(([, name]) => only === undefined || name.includes(only))) {
  const { status } = spawnSync(
    process.execPath,
    [binary("vitest/vitest.mjs"), "run", "--project", project, "--testTimeout", "3600000", file],
    {
      cwd: root,
      stdio: "inherit",
      env: { AUDIT_FACTOR: "5", CURVEIL_KILLS: "50", ...process.env, AUDIT_TABLE: table },
    },
  );
  failed ||= status ?? 1;
}
console.log("audit\tof\tclaim\tthese neighbours lose\tfound\tof the claim\tof what they lose\twith less noise");
console.log(readFileSync(table, "utf8"));
rmSync(folder, { recursive: true, force: true });
process.exit(failed);
