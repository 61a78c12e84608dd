import { execFileSync } from "node:child_process";
import { root } from "./installed.mjs";

/** The commit that is built, "-changed" after it where files differ from it; "" outside a repository. */
export function commitOfBuild() {
  const git = (...args) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  try {
    const isChanged = git("status", "--porcelain", "--untracked-files=no").trim() !== "";
    return `${git("rev-parse", "HEAD").trim()}${isChanged ? "-changed" : ""}`;
  } catch {
    return "";
  }
}
