import { statSync } from "node:fs";

/** The order of test files: a process of their own or a whole study first, then larger ones, so that the last are short. */
export class LargestFirst {
  shard() {
    throw new Error("The tests run on one machine.");
  }

  sort(files) {
    const weight = ({ project, moduleId }) => {
      if (project.name === "alone") return 1e8;
      return moduleId.includes("/test/studies/") ? 1e7 : 0;
    };
    const weighed = files.map((file) => ({ file, of: weight(file) + statSync(file.moduleId).size }));
    return weighed.sort((a, b) => b.of - a.of).map(({ file }) => file);
  }
}
