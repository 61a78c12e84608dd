import { spawnSync } from "node:child_process";
import { binary, ensureInstalled, root } from "./installed.mjs";

// The audits of all that draws for others, with so many times as many draws that their bounds come within 15 % of the
// claims, record and replay on twice as many pairs, and a page that is killed 50 times. Takes the better part of an hour.
// A name after `npm run audit --` runs that file alone.
ensureInstalled();
const files = [
  ...[
    "latticeRelease",
    "privateRelease",
    "hallMechanisms",
    "purchases",
    "tableRelease",
    "polynomialRelease",
    "replay",
  ].map((name) => ["statistical", `test/statistical/${name}.test.ts`]),
  ["browser", "test/browser/ledgerKilled.test.ts"],
];
const only = process.argv[2];
let failed = 0;
for (const [project, file] of files.filter(([, file]) => only === undefined || file.includes(only))) {
  const { status } = spawnSync(
    process.execPath,
    [binary("vitest/vitest.mjs"), "run", "--project", project, "--testTimeout", "3600000", file],
    {
      cwd: root,
      stdio: "inherit",
      env: {
        ...process.env,
        AUDIT_FACTOR: process.env.AUDIT_FACTOR ?? "5",
        CURVEIL_KILLS: process.env.CURVEIL_KILLS ?? "50",
      },
    },
  );
  failed ||= status ?? 1;
}
process.exit(failed);
