import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./installed.mjs";

/** Packages that leave parts of themselves in the build without being a module of it. */
const builders = ["assemblyscript", "vite"];

/** The data built into the page: source, licence and changes. */
const data = [
  {
    title: "Optical Recognition of Handwritten Digits (CC BY 4.0)",
    text: `E. Alpaydin and C. Kaynak (1998), Optical Recognition of Handwritten Digits, UCI Machine Learning Repository,
https://doi.org/10.24432/C50P49
Licensed under Creative Commons Attribution 4.0 International: https://creativecommons.org/licenses/by/4.0/
Changes: the first fifty of each digit of the test set, in turn; pixels from 0 to 16 as they are, one character each.`,
  },
  {
    title: "Breast Cancer Wisconsin (Diagnostic) (CC BY 4.0)",
    text: `W. Wolberg, O. Mangasarian, N. Street and W. Street (1995), Breast Cancer Wisconsin (Diagnostic), UCI Machine
Learning Repository, https://doi.org/10.24432/C5DW2B
Licensed under Creative Commons Attribution 4.0 International: https://creativecommons.org/licenses/by/4.0/
Changes: the means of the ten measures and the diagnosis; standard errors, worst values and numbers of patients are left out.`,
  },
];

/**
 * Vite plugins that write `licences.txt`: the licences of this project, of every shipped package, and of the data. A
 * package without a licence text fails the build.
 *
 * @returns one for the page, which writes the file, and one for the workers, which are built before it
 */
export function licences() {
  const folders = new Set(builders.map((name) => `${root}node_modules/${name}`));
  const note = (context) => {
    for (const id of context.getModuleIds()) {
      const folder = packageFolder(id);
      if (folder) folders.add(folder);
    }
  };
  return {
    ofPage: {
      name: "licences",
      apply: "build",
      generateBundle() {
        note(this);
        this.emitFile({ type: "asset", fileName: "licences.txt", source: noticesOf([...folders]) });
      },
    },
    ofWorkers: {
      name: "licences-of-workers",
      apply: "build",
      generateBundle() {
        note(this);
      },
    },
  };
}

/** The folder of a module's package, or undefined. */
export function packageFolder(id) {
  return /^\0?(.*[/\\]node_modules[/\\](?:@[^/\\]+[/\\])?[^/\\]+)[/\\]/.exec(id)?.[1];
}

/** The notices of this project, then of the packages by name, then of the data. */
export function noticesOf(folders) {
  const packages = folders.map(noticeOf).sort((a, b) => (a.title < b.title ? -1 : 1));
  const own = { title: "Curveil", text: readFileSync(`${root}LICENSE`, "utf8") };
  const rule = "-".repeat(80);
  return [own, ...packages, ...data].map(({ title, text }) => `${title}\n\n${text.trim()}\n`).join(`\n${rule}\n\n`);
}

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const files = existsSync(folder)
    ? readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
    : [];
  if (files.length === 0) throw new Error(`${name} has no licence text, so it cannot be shipped.`);
  return {
    title: `${name} ${version} (${license})`,
    text: files.map((file) => withoutBundled(readFileSync(join(folder, file), "utf8")).trim()).join("\n\n"),
  };
}

/** Vite's licence includes those of its bundled packages, none of which enters a build. */
function withoutBundled(text) {
  return text.split(/^# Licenses of bundled dependencies/m)[0];
}
