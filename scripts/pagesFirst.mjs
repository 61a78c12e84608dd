import { statSync } from "node:fs";

/**
 * The order of test files: those of the page before all others, and the larger first. A process then goes from one file of a
 * kind to the next, and at the end, where one waits for the other, the files are short.
 */
export class PagesFirst {
  shard() {
    throw new Error("The tests run on one machine.");
  }

  sort(files) {
    const weight = ({ project, moduleId }) => (project.name === "browser" ? 1e9 : 0) + statSync(moduleId).size;
    const weighed = files.map((file) => ({ file, of: weight(file) }));
    return weighed.sort((a, b) => b.of - a.of).map(({ file }) => file);
  }
}
