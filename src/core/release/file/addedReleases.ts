import { refuse } from "../../untrusted.ts";
import { isAbsentName } from "../absentRecords.ts";
import { readingParameter } from "../../tables/schemaText.ts";
import { canonicalJson } from "./canonicalJson.ts";
import { postMappedValues } from "./releaseClaims.ts";
import { extraOf, processNoise, releasedValues, type ReleaseContents, type ReleaseFile } from "./releaseFile.ts";

const holderName = "holder";
/** Parameters of a holder's own: whose records, and how its file is read. */
const ownParameters: ReadonlySet<string> = new Set([holderName, "neighbours", readingParameter]);
const declaredMost = /^declared largest number of records: \d+$/;
/** Words of a sheet that each holder says of its own. */
const saidByEach = [
  "curator",
  "privacyUnit",
  "privacyUnitDetails",
  "neighbourRelation",
  "preprocessing",
  "tuning",
] as const;
const processingOfSum = /^(?:integers of \d+ files were added; |none: )/;
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
  files.forEach((file, k) => {
    const found = files.slice(0, k).map((earlier) => hindranceTo(earlier, file));
    const hindrance = isAddable(file) ? found.find((each) => each !== undefined) : ofAnotherKind;
    if (hindrance !== undefined) refuse(`one that ${hindrance}`, `file ${k + 1}`, "one that adds up with the others");
  });
  const holders = files.flatMap(holdersOf);
  const worst = files.reduce((a, b) => (b.mechanism.mu > a.mechanism.mu ? b : a));
  const of = <T>(read: (file: ReleaseFile) => T) => files.map(read);
  const root = (values: readonly number[]) => Math.hypot(...values);
  const most = (values: readonly number[]) => Math.max(...values);
  const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);
  const said = (name: (typeof saidByEach)[number]) =>
    [...new Set(files.flatMap(({ sheet }) => sheet[name].split(ofAnother)))].join(ofAnother);
  const noise = processNoise(first.mechanism);
  const { carried: map, beside = [] } = first.view;
  const gridCount = first.mechanism.integers.length - beside.length;
  // Places without a record: each file counts those of the others as absent.
  const counted = (i: number) => {
    const extra = beside[i - gridCount];
    return extra && isAbsentName(extra.name) ? Math.round(1 / (extra.weight * first.mechanism.lattice)) : 0;
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
        variance: total(of(({ mechanism: m }) => processNoise(m)!.variance)),
        white: total(of(({ mechanism: m }) => processNoise(m)!.white)),
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
      postProcessing: `integers of ${holders.length} files were added; ${worst.sheet.postProcessing.replace(processingOfSum, "")}`,
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

export function holderCount(file: ReleaseFile): number {
  return holdersOf(file).length;
}

function holdersOf({ digest, sheet }: ReleaseFile): readonly string[] {
  const named = sheet.parameters.filter(({ name }) => name === holderName).map(({ value }) => value);
  return named.length > 0 ? named : [digest];
}

const ofAnotherKind = "is no density or mean curve with a declared largest number of records";

/** The reason why a release cannot be added to another, said after its name. */
export function hindranceTo(sum: ReleaseFile, file: ReleaseFile): string | undefined {
  if (!isAddable(file)) return ofAnotherKind;
  const held = holdersOf(sum);
  if (holdersOf(file).some((holder) => held.includes(holder))) return "was added already";
  const [other] = Object.entries(alike).find(([, of]) => canonicalJson(of(file)) !== canonicalJson(of(sum))) ?? [];
  if (other === "has other declarations") return `${other}: ${otherDeclarations(sum, file)}`;
  if (other !== undefined) return other;
  const isSame = file.mechanism.integers.join() === sum.mechanism.integers.join();
  return isSame ? "has the numbers of another file, under other words" : undefined;
}

function otherDeclarations(sum: ReleaseFile, file: ReleaseFile): string {
  const valuesOf = (each: ReleaseFile) => new Map(declarations(each).map(({ name, value }) => [name || value, value]));
  const [one, other] = [valuesOf(sum), valuesOf(file)];
  const names = new Set([...one.keys(), ...other.keys()]);
  return [...names].filter((name) => one.get(name) !== other.get(name)).join(", ");
}

function declarations({ sheet }: ReleaseFile) {
  return sheet.parameters.filter(({ name }) => !ownParameters.has(name));
}

const alike: Readonly<Record<string, (file: ReleaseFile) => unknown>> = {
  "is of another study": ({ study }) => study,
  "has another largest number of records": ({ sheet }) =>
    sheet.unprotectedQuantities.filter((entry) => declaredMost.test(entry)),
  "has other declarations": declarations,
  "has another lattice, as its noise is of another size": ({ mechanism: { lattice } }) => lattice,
  "has other axes, names or units": ({ mechanism, view: { axes, valueName, valueUnit } }) => [
    mechanism.domain.kind === "grid" ? mechanism.domain.axes : null,
    extraOf(mechanism),
    ...[axes, valueName, valueUnit],
  ],
  "has another sensitivity": ({ mechanism: { sensitivity } }) => sensitivity,
  "has another kernel of the noise": ({ mechanism }) => {
    const noise = processNoise(mechanism);
    return noise ? [noise.kernel, noise.axes] : null;
  },
  "has another map to its values": ({ view: { carried, bands, beside } }) => [
    carried ?? null,
    bands.map(({ name, shape }) => [name, shape ?? null]),
    (beside ?? []).map(({ weight }) => weight),
  ],
};
