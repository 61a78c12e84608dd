import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { deserialize, serialize } from "node:v8";

/** The folder where helpers claim parts; set in helpers alone. */
const claims = process.env.REPRODUCE_CLAIMS;

/**
 * Stored parts of a long computation, which can be stopped at any time and resumed. The command starts itself again as
 * helpers, which make the parts that nobody else has claimed; itself it waits and prints. A folder belongs to one state
 * of the sources: begin another after a change.
 *
 * @param settings keep=FOLDER, a temporary one by default; processes=N helpers, as many as processors by default
 */
export function keptParts(settings) {
  const temporary = claims ?? mkdtempSync(join(tmpdir(), "reproduce-"));
  if (!claims) endsWith(() => rmSync(temporary, { recursive: true, force: true }));
  const folder = settings.get("keep") ?? temporary;
  mkdirSync(folder, { recursive: true });
  const fileOf = (name) => join(folder, `${name}.part`);
  const isKept = (name) => existsSync(fileOf(name));
  let isHelped = false;
  let memory = 0;
  return {
    isKept,
    /** The largest memory of a helper in MB. */
    memory: () => (memory / 1024).toFixed(0),
    /**
     * Value and processor seconds of each part, a name and what makes it; undefined in a helper, which has nothing to
     * print.
     */
    all: async (jobs) => {
      const missing = jobs.filter(([name]) => !isKept(name));
      if (claims) return missing.forEach(([name, make]) => isClaimed(name) && store(fileOf(name), make));
      if (missing.length > 0 && !isHelped)
        startHelpers(Number(settings.get("processes") ?? availableParallelism()), temporary);
      isHelped ||= missing.length > 0;
      for (const [name] of missing) while (!isKept(name)) await pause(200);
      process.stderr.write("\r".padEnd(60) + "\r");
      const made = jobs.map(([name]) => deserialize(readFileSync(fileOf(name))));
      memory = Math.max(memory, ...made.map((each) => each.memory ?? 0));
      return made;
    },
  };
}

/** Whether this helper is the first that asks for the part. */
function isClaimed(name) {
  try {
    mkdirSync(join(claims, name));
    return true;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    return false;
  }
}

function store(file, make) {
  const begun = process.cpuUsage();
  const value = make();
  const { user, system } = process.cpuUsage(begun);
  // A file gets its name only when complete.
  const made = { value, seconds: (user + system) / 1e6, memory: process.resourceUsage().maxRSS };
  writeFileSync(`${file}.${process.pid}`, serialize(made));
  renameSync(`${file}.${process.pid}`, file);
}

function startHelpers(count, folder) {
  for (let i = 0; i < count; i++) {
    const helper = spawn(process.execPath, process.argv.slice(1), {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, REPRODUCE_CLAIMS: folder },
    });
    helper.on("exit", (code) => code !== 0 && process.exit(1));
    endsWith(() => helper.kill());
  }
}

function endsWith(act) {
  process.on("exit", act);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));
}
