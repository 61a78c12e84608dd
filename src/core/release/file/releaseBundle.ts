import { strToU8 } from "fflate";
import { pythonLoader } from "./pythonLoader.ts";
import { registryDraft } from "./registryDraft.ts";
import { bibtex, citationFile, methodsParagraph } from "./methods.ts";
import { releaseText } from "./sealedRelease.ts";
import type { ReleaseFile } from "./releaseFile.ts";
import { rLoader } from "./rLoader.ts";
import { dataPackage, releaseTable, rowsTable, shownTable, tableName } from "./tables.ts";
import { vegaLite } from "./vegaLite.ts";
import { zipped } from "./zipped.ts";

export interface BundledFile {
  readonly name: string;
  readonly text: string;
}

export const releaseName = "release.json";
const rowsName = "rows.csv";

export function releaseBundle(file: ReleaseFile): readonly BundledFile[] {
  const isShownOtherwise = file.view.processing !== "" && file.view.axes.length > 0;
  const rows = rowsTable(file);
  return [
    { name: releaseName, text: releaseText(file) },
    { name: tableName(file), text: releaseTable(file) },
    ...(isShownOtherwise ? [{ name: "shown.csv", text: shownTable(file) }] : []),
    ...(rows === undefined ? [] : [{ name: rowsName, text: rows }]),
    { name: "datapackage.json", text: dataPackage(file) },
    { name: "curveil_release.py", text: pythonLoader() },
    { name: "load_release.R", text: rLoader(file) },
    { name: "picture.vl.json", text: vegaLite(file) },
    { name: "registry.yaml", text: registryDraft(file) },
    { name: "METHODS.txt", text: `${methodsParagraph(file)}\n` },
    { name: "CITATION.cff", text: citationFile(file) },
    { name: "citation.bib", text: bibtex(file) },
    { name: "README.txt", text: readme(file) },
  ];
}

/** ZIP archive of a release's files, always the same bytes. */
export function zippedRelease(file: ReleaseFile): Uint8Array<ArrayBuffer> {
  const entries = releaseBundle(file).map(({ name, text }) => [name, strToU8(text)] as const);
  return zipped(Object.fromEntries(entries), file.created);
}

function readme(file: ReleaseFile): string {
  const { mechanism: m, view, created, digest, app } = file;
  return [
    `${view.title}: a differentially private release of ${created}, made with ${app.name} ${app.version}.`,
    `mu = ${m.mu}; epsilon = ${m.epsilon}, delta = ${m.delta}; sigma = ${m.sigma}.`,
    "",
    `${releaseName}          the release itself: integers, guarantee, sheet. Everything else is made of it.`,
    `${tableName(file)}           its numbers as a table`,
    ...(view.processing === "" || view.axes.length === 0
      ? []
      : ["shown.csv           the values that are drawn, in their own units"]),
    ...(view.rows
      ? [`${rowsName}            the rows of the table, moved into the declared ranges of the columns`]
      : []),
    "datapackage.json    what the tables are (Data Package)",
    "curveil_release.py  reads the release in Python and checks its claim (numpy, or nothing)",
    "load_release.R      reads the table in R and checks the claim (base R)",
    "picture.vl.json     the picture for Vega-Lite",
    "registry.yaml       a draft for the Differential Privacy Deployments Registry",
    "METHODS.txt         what a paper says of it",
    "CITATION.cff, citation.bib  how to cite it",
    "",
    `Whatever is computed from these numbers costs no further privacy. Digest: ${digest}`,
    "",
  ].join("\n");
}
