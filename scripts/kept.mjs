import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";

/**
 * Parts of a long computation, kept in a folder as they are made, so that it can be stopped at any time and goes on where
 * it was. A folder belongs to one state of the sources: begin another after a change of them.
 *
 * @param folder undefined to keep nothing
 */
export function keptParts(folder) {
  if (folder !== undefined) mkdirSync(folder, { recursive: true });
  const fileOf = (name) => join(folder, `${name}.part`);
  const isKept = (name) => folder !== undefined && existsSync(fileOf(name));
  return {
    isKept,
    /** What was kept under a name, or what `make` gives, with the seconds of processor that it took. */
    part: (name, make) => {
      if (isKept(name)) return deserialize(readFileSync(fileOf(name)));
      const begun = process.cpuUsage();
      const value = make();
      const { user, system } = process.cpuUsage(begun);
      const made = { value, seconds: (user + system) / 1e6 };
      if (folder !== undefined) {
        // A file has its name only when it is whole.
        writeFileSync(`${fileOf(name)}.${process.pid}`, serialize(made));
        renameSync(`${fileOf(name)}.${process.pid}`, fileOf(name));
      }
      return made;
    },
  };
}
