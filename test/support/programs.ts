import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const known = new Map<string, boolean>();

/** Whether a command answers, asked once for all tests of a process. */
export function has(command: string, ...args: string[]): boolean {
  const key = [command, ...args].join("\n");
  const found = known.get(key) ?? spawnSync(command, args).status === 0;
  known.set(key, found);
  return found;
}

/** What a run of a program left. */
export interface Run {
  readonly stdout: string;
  /** Why it ended; empty if it ended well. */
  readonly refused: string;
}

/** Runs of a Python program as a command, one for each list of arguments, in one interpreter: to start it costs more. */
export function pythonRuns(folder: string, program: string, runs: readonly (readonly string[])[]): readonly Run[] {
  writeFileSync(
    join(folder, "runs.py"),
    `import contextlib, io, json, runpy, sys, traceback
told = []
for arguments in json.loads(sys.argv[1]):
    sys.argv = [${JSON.stringify(program)}, *arguments]
    said, refused = io.StringIO(), ""
    with contextlib.redirect_stdout(said):
        try:
            runpy.run_path(sys.argv[0], run_name="__main__")
        except BaseException:
            refused = traceback.format_exc()
    told.append({"stdout": said.getvalue(), "refused": refused})
print(json.dumps(told))
`,
  );
  const { stdout, stderr } = spawnSync("python3", ["runs.py", JSON.stringify(runs)], { cwd: folder, encoding: "utf8" });
  if (stderr !== "") throw new Error(stderr);
  return JSON.parse(stdout) as Run[];
}

/** Runs of R programs, each in its folder and with nothing of those before, in one process. */
export function rRuns(
  folder: string,
  programs: readonly (readonly [within: string, program: string])[],
): readonly Run[] {
  const list = programs.map(([within, program]) => `c(${JSON.stringify(within)}, ${JSON.stringify(program)})`);
  writeFileSync(
    join(folder, "runs.R"),
    `home <- getwd()
for (run in list(${list.join(", ")})) {
  setwd(file.path(home, run[1]))
  refused <- tryCatch({ source(run[2], local = new.env(parent = globalenv())); "" }, error = function(e) conditionMessage(e))
  cat(sprintf("\\n<end> %s\\n", refused))
}
`,
  );
  const { stdout, stderr } = spawnSync("Rscript", ["runs.R"], { cwd: folder, encoding: "utf8" });
  if (stderr !== "") throw new Error(stderr);
  const parts = stdout.split(/^<end> (.*)$/m);
  return programs.map((_, i) => ({ stdout: parts[2 * i]!, refused: parts[2 * i + 1]! }));
}
