import { refuse } from "../../untrusted.ts";
import { readingParameter } from "../../tables/schemaText.ts";
import { canonicalJson } from "./canonicalJson.ts";
import { postMappedValues } from "./releaseClaims.ts";
import { extraOf, releasedValues, type ReleaseContents, type ReleaseFile } from "./releaseFile.ts";

const holderName = "holder";
/** Parameters of a holder's own: whose records, and how its file is read. */
const ownParameters: ReadonlySet<string> = new Set([holderName, "neighbours", readingParameter]);
const declaredMost = /^declared largest number of records: \d+$/;
const absentShare = /^share of the \d+ declared (?:records|curves) that are absent$/;
/** Words of a sheet that each holder says of its own. */
const saidByEach = [
  "curator",
  "privacyUnit",
  "privacyUnitDetails",
  "neighbourRelation",
  "preprocessing",
  "tuning",
] as const;
const ofAnother = "; of another holder: ";

/** True if releases of other holders may be added: sums over records divided by a declared number. */
export function isAddable({ study, mechanism: { kind }, sheet, view }: ReleaseFile): boolean {
  const isLinear = view.processing === "" || view.carried !== undefined;
  return (
    (study === "density" || study === "meanCurve") &&
    kind === "ditheredGaussian" &&
    isLinear &&
    sheet.unprotectedQuantities.some((entry) => declaredMost.test(entry))
  );
}

/**
 * Sum of releases of several holders on one lattice, as one release: post-processing of theirs.
 *
 *     f = (1/N) Σ_holders Σ_records φ,   σ² = Σ σ_i²
 *
 * Each record is protected by its holder's own noise, whoever colludes. μ is the largest.
 *
 * @param files two or more, or sums of such
 * @throws {ParameterError} if they are not of one lattice, grid, function and N, or a holder's file is there twice
 * @see docs/proofs/severalHolders.md
 */
export function addedReleases(files: readonly [ReleaseFile, ...ReleaseFile[]]): ReleaseContents {
  const [first] = files;
  files.forEach((file, k) => checkAlike(first, file, `file ${k + 1}`));
  const holders = files.flatMap(holdersOf);
  const twice = holders.find((holder, k) => holders.indexOf(holder) < k);
  if (twice !== undefined) refuse(twice.slice(0, 12), "files of holders", "distinct: this one was added already");
  const distinct = new Set(files.map(({ mechanism: { integers } }) => integers.join()));
  if (distinct.size < files.length)
    refuse("equal numbers", "integers", "of two draws: this file is there under other words");
  const worst = files.reduce((a, b) => (b.mechanism.mu > a.mechanism.mu ? b : a));
  const of = <T>(read: (file: ReleaseFile) => T) => files.map(read);
  const root = (values: readonly number[]) => Math.hypot(...values);
  const most = (values: readonly number[]) => Math.max(...values);
  const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  const said = (name: (typeof saidByEach)[number]) =>
    [...new Set(files.flatMap(({ sheet }) => sheet[name].split(ofAnother)))].join(ofAnother);
  const { noise } = first.mechanism;
  const { carried: map, beside = [] } = first.view;
  const gridCount = first.mechanism.integers.length - beside.length;
  // Places without a record: each file counts those of the others as absent.
  const counted = (i: number) => {
    const extra = beside[i - gridCount];
    return extra && absentShare.test(extra.name) ? Math.round(1 / (extra.weight * first.mechanism.lattice)) : 0;
  };
  const mechanism: ReleaseContents["mechanism"] = {
    ...worst.mechanism,
    domain: first.mechanism.domain,
    integers: first.mechanism.integers.map(
      (_, i) => total(of(({ mechanism: m }) => m.integers[i]!)) - (files.length - 1) * counted(i),
    ),
    sigma: root(of(({ mechanism: m }) => m.sigma)),
    dither: root(of(({ mechanism: m }) => m.dither)),
    computingError: most(of(({ mechanism: m }) => m.computingError)),
    failure: most(of(({ mechanism: m }) => m.failure)),
    addedFailure: most(of(({ mechanism: m }) => m.addedFailure)),
    ...(noise && {
      noise: {
        ...noise,
        variance: total(of(({ mechanism: m }) => m.noise!.variance)),
        white: total(of(({ mechanism: m }) => m.noise!.white)),
      },
    }),
  };
  const numbers = releasedValues(mechanism);
  const title = `${first.sheet.title.replace(/ of \d+ holders$/, "")} of ${holders.length} holders`;
  return {
    app: first.app,
    created: of(({ created }) => created)
      .toSorted()
      .at(-1)!,
    study: first.study,
    mechanism,
    dpEvent: worst.dpEvent,
    provenance: files.flatMap(({ provenance }) => provenance),
    ledgerEntry: null,
    sheet: {
      ...worst.sheet,
      title,
      ...Object.fromEntries(saidByEach.map((name) => [name, said(name)])),
      composition: `A sum of the releases of ${holders.length} holders. Each record is of one holder, whose own noise protects it: nothing is trusted to the others, and any of them may collude. A record that several holders have, or a holder who sent two files of the same records, costs the root of the sum of squares of their mu.`,
      postProcessing: `integers of ${holders.length} files were added; ${alone(worst.sheet.postProcessing)}`,
      unprotectedQuantities: [
        ...new Set([...files.flatMap(({ sheet }) => sheet.unprotectedQuantities), "which holders there are"]),
      ],
      parameters: [
        ...first.sheet.parameters.filter(({ name }) => name !== holderName),
        ...holders.map((value) => ({ name: holderName, value })),
      ],
    },
    view: {
      ...first.view,
      title,
      values: [...(map ? postMappedValues(map, numbers) : numbers.subarray(0, gridCount))],
      bands: first.view.bands.map((band, j) => ({
        ...band,
        halfWidth: root(of(({ view }) => view.bands[j]!.halfWidth)),
      })),
      ...(first.view.beside && {
        beside: beside.map((entry, j) => ({
          ...entry,
          value: entry.weight * numbers[gridCount + j]!,
          halfWidth: root(of(({ view }) => view.beside![j]!.halfWidth)),
        })),
      }),
    },
  };
}

function alone(postProcessing: string): string {
  return postProcessing.replace(/^integers of \d+ files were added; /, "");
}

export function holderCount(file: ReleaseFile): number {
  return holdersOf(file).length;
}

function holdersOf({ digest, sheet }: ReleaseFile): readonly string[] {
  const named = sheet.parameters.filter(({ name }) => name === holderName).map(({ value }) => value);
  return named.length > 0 ? named : [digest];
}

function checkAlike(first: ReleaseFile, file: ReleaseFile, place: string): void {
  if (!isAddable(file))
    refuse(file.mechanism.kind, place, "a density or a mean curve with a declared largest number of records");
  for (const [what, of] of Object.entries(alike))
    if (canonicalJson(of(file)) !== canonicalJson(of(first)))
      refuse("another one", `${place}: ${what}`, "that of the others");
}

const alike: Readonly<Record<string, (file: ReleaseFile) => unknown>> = {
  study: ({ study }) => study,
  "largest number of records": ({ sheet }) => sheet.unprotectedQuantities.filter((entry) => declaredMost.test(entry)),
  declarations: ({ sheet }) => sheet.parameters.filter(({ name }) => !ownParameters.has(name)),
  lattice: ({ mechanism: { lattice } }) => lattice,
  schema: ({ mechanism, view: { axes, valueName, valueUnit } }) => [
    mechanism.domain.kind === "grid" ? mechanism.domain.axes : null,
    extraOf(mechanism),
    ...[axes, valueName, valueUnit],
  ],
  sensitivity: ({ mechanism: { sensitivity } }) => sensitivity,
  "kernel of the noise": ({ mechanism: { noise } }) => (noise ? [noise.kernel, noise.axes] : null),
  map: ({ view: { carried, bands, beside } }) => [
    carried ?? null,
    bands.map(({ name, shape }) => [name, shape ?? null]),
    (beside ?? []).map(({ weight }) => weight),
  ],
};
