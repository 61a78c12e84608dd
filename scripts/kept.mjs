import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";

/**
 * Stored parts of a long computation, which can be stopped at any time and resumed. A folder belongs to one state of
 * the sources: begin another after a change.
 *
 * @param folder undefined to store nothing
 */
export function keptParts(folder) {
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  const fileOf = (name) => join(folder, `${name}.part`);
  const isKept = (name) => folder !== undefined && existsSync(fileOf(name));
  return {
    isKept,
    /** The stored value of a name, or the result of `make` with its processor seconds. */
    part: (name, make) => {
      if (isKept(name)) return deserialize(readFileSync(fileOf(name)));
      const begun = process.cpuUsage();
      const value = make();
      const { user, system } = process.cpuUsage(begun);
      const made = { value, seconds: (user + system) / 1e6 };
      if (folder !== undefined) {
        // A file gets its name only when complete.
        writeFileSync(`${fileOf(name)}.${process.pid}`, serialize(made));
        renameSync(`${fileOf(name)}.${process.pid}`, fileOf(name));
      }
      return made;
    },
  };
}
