import { statSync } from "node:fs";

/**
 * The order of test files: those of the page before all others, then what starts a process of its own and what goes through the
 * whole code of a study, and the larger first. A process then goes from one file of a kind to the next, and at the end, where one
 * waits for the other, the files are short.
 */
export class PagesFirst {
  shard() {
    throw new Error("The tests run on one machine.");
  }

  sort(files) {
    const weight = ({ project, moduleId }) => {
      if (project.name === "browser") return 1e9;
      if (project.name === "alone") return 1e8;
      return moduleId.includes("/test/studies/") ? 1e7 : 0;
    };
    const weighed = files.map((file) => ({ file, of: weight(file) + statSync(file.moduleId).size }));
    return weighed.sort((a, b) => b.of - a.of).map(({ file }) => file);
  }
}
