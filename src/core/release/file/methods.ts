import { countText, shortText } from "../../numberFormats.ts";
import { noiseLaws } from "../../privacy/bands/noiseLaws.ts";
import { releaseKinds } from "../releaseKinds.ts";
import type { ReleaseFile } from "./releaseFile.ts";
import { yamlScalar } from "./registryDraft.ts";

interface Source {
  readonly key: string;
  readonly short: string;
  readonly authors: readonly (readonly [family: string, given: string])[];
  readonly title: string;
  readonly venue: string;
  readonly year: number;
}

const hall: Source = {
  ...{ key: "hall2013", short: "Hall, Rinaldo & Wasserman 2013", year: 2013 },
  authors: [
    ["Hall", "Rob"],
    ["Rinaldo", "Alessandro"],
    ["Wasserman", "Larry"],
  ],
  title: "Differential privacy for functions and functional data",
  venue: "Journal of Machine Learning Research 14, 703–727",
};
const alda: Source = {
  ...{ key: "alda2017", short: "Aldà & Rubinstein 2017", year: 2017 },
  authors: [
    ["Aldà", "Francesco"],
    ["Rubinstein", "Benjamin I. P."],
  ],
  title: "The Bernstein mechanism: function release under differential privacy",
  venue: "AAAI Conference on Artificial Intelligence",
};
const mirshani: Source = {
  ...{ key: "mirshani2019", short: "Mirshani, Reimherr & Slavković 2019", year: 2019 },
  authors: [
    ["Mirshani", "Ardalan"],
    ["Reimherr", "Matthew"],
    ["Slavković", "Aleksandra"],
  ],
  title: "Formal privacy for functional data with Gaussian perturbations",
  venue: "International Conference on Machine Learning",
};
const kumar: Source = {
  ...{ key: "kumar2024", short: "Kumar, Moser & Fischer 2024", year: 2024 },
  authors: [
    ["Kumar", "Mohit"],
    ["Moser", "Bernhard A."],
    ["Fischer", "Lukas"],
  ],
  title:
    "On mitigating the utility-loss in differentially private learning: a new perspective by a geometrically inspired kernel approach",
  venue: "Journal of Artificial Intelligence Research 79, 515–567",
};

/** Paper of the mechanism; undefined for an unknown study. */
function sourceOf({ study, mechanism: { domain } }: ReleaseFile): Source | undefined {
  if (domain.kind === "basis" && domain.name.includes("Bernstein")) return alda;
  const ofStudies: Readonly<Record<string, Source>> = {
    ...{ density: hall, boundary: hall, meanCurve: mirshani, fabrication: kumar },
  };
  return Object.hasOwn(ofStudies, study) ? ofStudies[study] : undefined;
}

/** Methods section of a paper, from a release's own numbers. */
export function methodsParagraph(file: ReleaseFile): string {
  const { sheet, mechanism: m, view, app, created, digest } = file;
  const source = sourceOf(file);
  const cited = source ? ` (${source.short})` : "";
  const { law, loss } = releaseKinds[m.kind];
  const claim =
    loss === "pure"
      ? `ε-differentially private with ε = ${shortText(m.epsilon)}`
      : `(ε, δ)-differentially private with ε = ${shortText(m.epsilon)} and δ = ${shortText(m.delta)} (μ = ${shortText(m.mu)} in the sense of Gaussian differential privacy)`;
  const sizes = { normal: "standard deviation σ", laplace: "scale b", staircase: "loss of Laplace noise of scale b" };
  const bands = view.bands.map(({ name, halfWidth }) => `± ${shortText(halfWidth)} ${view.valueUnit} (${name})`);
  const parameters = sheet.parameters
    .filter(({ name, value }) => name !== "" && value.length < 100)
    .map(({ name, value }) => `${name} = ${value}`);
  const summed = m.noise && !("kernel" in m.noise) && !m.noise.toValues ? "numbers with noise" : "values";
  // "-changed" stays after a commit.
  const build = app.commit.replace(/^(\w{12})\w*/, "$1");
  const about = [`curator: ${sheet.curator}`, `intended use: ${sheet.intendedUse}`].filter(
    (part) => !part.endsWith(": "),
  );
  const open = [
    `the domain, ${sheet.dataDomain}`,
    `the parameters (${parameters.join("; ")})`,
    ...sheet.unprotectedQuantities,
  ];
  return [
    `${sentence(sheet.dataProduct)} We released it with ${app.name} ${app.version}${build === "" ? "" : ` (commit ${build})`} on ${[created, ...about].join("; ")}. The release is ${claim}; neighbours: ${sheet.neighbourRelation}. ${sentence(sheet.privacyUnitDetails)} ${sentence(sheet.composition)}`,
    `Mechanism: ${sentence(sheet.mechanism)} Its sensitivity is Δ = ${shortText(m.sensitivity.value)}, by ${m.sensitivity.formula}${cited}, and its noise has the ${sizes[law]} = ${shortText(m.sigma)}; ${countText(m.integers.length)} whole numbers on a lattice of step ${shortText(m.lattice)} were released. Not protected: ${open.join("; ")}. ${sentence(sheet.tuning)}${bands.length === 0 ? "" : ` The noise moves a value by at most ${bands.join(", ")}.`} ${m.noise ? `For a sum of ${summed} the deviation follows from the law of the noise in the file, with the factor ${shortText(noiseLaws[law].factor)} for ${law === "normal" ? "" : "at least "}95 %. ` : ""}Digest of the release: ${digest}.`,
  ]
    .map((paragraph) => paragraph.replace(/\s+/g, " ").trim())
    .join("\n\n");
}

function sentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return capital === "" || /[.!?]$/.test(capital) ? capital : `${capital}.`;
}

const unnamed = "curator not named";

/** Citation File Format 1.2.0 of a release, with the paper of its mechanism. @see https://citation-file-format.github.io */
export function citationFile(file: ReleaseFile): string {
  const { sheet, created, digest, app } = file;
  const source = sourceOf(file);
  const line = (name: string, value: string | number, indent = "") => `${indent}${name}: ${yamlScalar(value)}`;
  const reference = source && [
    "references:",
    `  - type: article`,
    line("title", source.title, "    "),
    "    authors:",
    ...source.authors.flatMap(([family, given]) => [
      line("- family-names", family, "      "),
      line("given-names", given, "        "),
    ]),
    line("journal", source.venue, "    "),
    line("year", source.year, "    "),
  ];
  return `${[
    "cff-version: 1.2.0",
    line("message", "If you use this release, please cite it and the paper of its mechanism."),
    "type: dataset",
    line("title", sheet.title === "" ? "A differentially private release" : sheet.title),
    "authors:",
    line("- name", sheet.curator === "" ? unnamed : sheet.curator, "  "),
    line("date-released", created),
    "identifiers:",
    "  - type: other",
    line("value", `sha256:${digest}`, "    "),
    line("description", "digest of the release", "    "),
    line("abstract", `${sheet.dataProduct}; made with ${app.name} ${app.version}`),
    ...(reference ?? []),
  ].join("\n")}\n`;
}

export function bibtex(file: ReleaseFile): string {
  const { sheet, created, digest, app } = file;
  const source = sourceOf(file);
  const own = entry("misc", `release-${digest.slice(0, 8)}`, {
    title: sheet.title === "" ? "A differentially private release" : sheet.title,
    author: `{${escaped(sheet.curator === "" ? unnamed : sheet.curator)}}`,
    year: created.slice(0, 4),
    howpublished: `${app.name} ${app.version}`,
    note: `sha256:${digest}`,
  });
  if (!source) return own;
  const authors = source.authors.map(([family, given]) => `${family}, ${given}`).join(" and ");
  const { title, venue: journal, year } = source;
  return `${own}\n${entry("article", source.key, { title, author: authors, journal, year: String(year) })}`;
}

function entry(type: string, key: string, fields: Readonly<Record<string, string>>): string {
  const lines = Object.entries(fields).map(
    ([name, value]) => `  ${name} = {${name === "author" ? value : escaped(value)}},`,
  );
  return `@${type}{${key},\n${lines.join("\n")}\n}\n`;
}

function escaped(text: string): string {
  const commands: Readonly<Record<string, string>> = {
    ...{ "\\": String.raw`\textbackslash{}`, "~": String.raw`\textasciitilde{}`, "^": String.raw`\textasciicircum{}` },
  };
  return text.replace(/\s+/g, " ").replace(/[\\{}%&#_$~^]/g, (mark) => commands[mark] ?? `\\${mark}`);
}
