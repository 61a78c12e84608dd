import { statSync } from "node:fs";

/**
 * The order of test files: tests of the page, then tests with a process of their own or a whole study, and larger files
 * first. A process thus runs files of one kind in turn, and the last files are short.
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
