import { spawnSync } from "node:child_process";
import { binary, ensureInstalled, root } from "./installed.mjs";

// The audits of the release mechanisms with so many times as many draws that their bounds come within 15 % of the
// claims. Takes minutes.
ensureInstalled();
const { status } = spawnSync(
  process.execPath,
  [
    binary("vitest/vitest.mjs"),
    ...["run", "--project", "statistical", "--testTimeout", "3600000"],
    ...["test/statistical/latticeRelease.test.ts", "test/statistical/privateRelease.test.ts"],
  ],
  { cwd: root, stdio: "inherit", env: { ...process.env, AUDIT_FACTOR: process.env.AUDIT_FACTOR ?? "5" } },
);
process.exit(status ?? 1);
