import { checkLength, checkMembers } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { shortText } from "../../numberFormats.ts";
import { dpEventOf } from "../../privacy/accounting/dpEvent.ts";
import { deltaOf } from "../../privacy/accounting/privacyLoss.ts";
import { readParameterOrigin, type ParameterOrigin } from "../../privacy/accounting/provenance.ts";
import { claimedDelta } from "../../privacy/calibration/claim.ts";
import { beginningOf } from "../../tables/shortName.ts";
import {
  costOf,
  readRows,
  readSheet,
  type ReleaseAxis,
  type ReleaseContents,
  type ReleasedRows,
  type ReleaseMechanism,
} from "./releaseFile.ts";
import type { ShownAxis } from "../../grids.ts";
import { type PrivateRelease, type ReleasedPostMap } from "../privateRelease.ts";
import type { NoiseLaw } from "../noiseLaw.ts";
import { noiseLaws } from "../../privacy/bands/noiseLaws.ts";
import { releaseKinds } from "../releaseKinds.ts";
import { listOf, text } from "../../untrusted.ts";
import { writtenPointwise95 } from "../../privacy/bands/pointwise.ts";

export type SheetWords = Omit<
  ReleaseContents["sheet"],
  "postProcessing" | "tuning" | "mechanism" | "library" | "floatingPoint" | "timing"
>;

/** None of these may depend on the records. */
export interface ReleaseWords {
  readonly app: ReleaseContents["app"];
  /** YYYY-MM-DD. */
  readonly created: string;
  readonly study: string;
  readonly sheet: SheetWords;
  readonly axes: readonly { readonly name: string; readonly unit: string }[];
  readonly value: { readonly name: string; readonly unit: string };
  /** Meaning of a table's columns and rows. */
  readonly rows?: ReleasedRows;
  /** Records of a person, and n where it is public. */
  readonly sizes?: { readonly recordsPerPerson: number; readonly recordCount?: number };
  readonly provenance: readonly ParameterOrigin[];
  readonly ledgerEntry: string | null;
}

/** Reason why a file cannot hold the texts, checked before payment; undefined if it can. */
export function wordsProblem({ sheet, axes, value, rows, app }: ReleaseWords): string | undefined {
  try {
    readSheet({ ...sheet, ...unsaid, library: libraryOf(app) }, "sheet");
    if (rows) readRows(rows, "rows");
    const readName = text(200);
    for (const { name, unit } of [...axes, value]) for (const each of [name, unit]) readName(each, "a name");
    return undefined;
  } catch (error) {
    return error instanceof ParameterError ? `A release file cannot hold this: ${error.message}` : String(error);
  }
}

const unsaid = { postProcessing: "", tuning: "", mechanism: "", floatingPoint: "", timing: "" };

const namesOfWords = "app created study sheet axes value rows sizes provenance ledgerEntry".split(" ");

/**
 * Contents of a release file, for `sealRelease`.
 *
 * @throws {ParameterError} if names and axes differ in number, or a parameter's origin has no declaration or ledger
 * entry
 */
export function releaseContents(release: PrivateRelease, words: ReleaseWords): ReleaseContents {
  const { app, created, study, provenance, ledgerEntry } = checkMembers(words, namesOfWords);
  listOf(readParameterOrigin)(provenance, "provenance");
  checkLength("axes", words.axes, release.axes.length);
  checkOrigins(provenance);
  const axisOf = ({ lower, upper, count, at, levels }: ShownAxis, j: number): ReleaseAxis => {
    const coordinates = at
      ? ({ kind: "points", values: [...at] } as const)
      : ({ kind: "regular", lower, upper, count } as const);
    return { ...words.axes[j]!, coordinates, ...(levels && { levels: [...levels] }) };
  };
  const axes = release.axes.map(axisOf);
  const { postMap } = release;
  const mechanism = mechanismOf(
    release,
    postMap ? postMap.numberAxes.map((axis, j) => numberAxis(axisOf(axis, j), postMap)) : axes,
    words.sizes,
  );
  const about = release.isBandProved ? "" : ", approximately";
  return {
    app,
    created,
    study,
    mechanism,
    ledgerEntry,
    provenance: [...provenance],
    sheet: { ...words.sheet, ...sheetOf(release), tuning: tuningWords(provenance), library: libraryOf(app) },
    dpEvent: dpEventOf(costOf(mechanism)),
    view: {
      title: words.sheet.title,
      axes,
      valueName: words.value.name,
      valueUnit: words.value.unit,
      values: [...release.values],
      processing: release.processing,
      ...(words.rows && { rows: words.rows }),
      ...(postMap && {
        carried: {
          terms: postMap.terms.map(({ from, weights }) => ({ from: [...from], weights: [...weights] })),
          offsets: [...postMap.offsets],
        },
      }),
      ...(release.extra && {
        beside: release.extra.map(({ name, at, weight, value, deviation }) => ({
          name,
          weight,
          value,
          ...(at !== undefined && { at }),
          halfWidth: writtenPointwise95 * deviation,
        })),
      }),
      bands:
        release.rowNoise !== undefined
          ? []
          : [
              {
                name: "95 % at each point, noise only",
                halfWidth: (release.pointwiseFactor ?? writtenPointwise95) * release.deviation,
                ...shapeOf(postMap?.shapes.deviation),
              },
              {
                name: `95 % at all points together, noise only${about}`,
                halfWidth: release.simultaneousHalfWidth,
                ...shapeOf(postMap?.shapes.simultaneous),
              },
            ],
    },
  };
}

function shapeOf(shape: Float64Array | undefined): { readonly shape?: readonly number[] } {
  return shape?.some((value) => value !== 1) === true ? { shape: [...shape] } : {};
}

function numberAxis(axis: ReleaseAxis, { scale }: ReleasedPostMap): ReleaseAxis {
  return scale === undefined || axis.levels
    ? axis
    : { ...axis, name: beginningOf(`${scale} of ${axis.name}`, 200), unit: "" };
}

function mechanismOf(release: PrivateRelease, axes: ReleaseAxis[], sizes: ReleaseWords["sizes"]): ReleaseMechanism {
  const { kind, lattice, dither, sigma, sensitivity, calibration, mu, failure, addedFailure, epsilon, delta } = release;
  const { basis, noiseLaw } = release;
  const noise = noiseLaw ? noiseOf(noiseLaw) : independentNoise(release);
  return {
    ...(noise && { noise: { ...noise, ...sizes } }),
    kind,
    lattice,
    dither,
    sigma,
    calibration,
    mu,
    failure,
    addedFailure,
    epsilon,
    delta,
    domain: basis
      ? { kind: "basis", ...basis, parameters: [...basis.parameters] }
      : { kind: "grid", axes, ...(release.extra && { beside: release.extra.map(({ name }) => name) }) },
    integers: [...release.integers],
    sensitivity: { formula: sensitivity.formula, value: sensitivity.value, eta: release.estimateError },
    computingError: release.computingError,
    deltaProfile: [1 / 4, 1 / 2, 1, 2, 4].map((factor) => {
      const at = factor * epsilon;
      const isPure = releaseKinds[kind].loss === "pure";
      return {
        epsilon: at,
        delta: isPure ? deltaOf({ kind: "pure", epsilon }, at) : claimedDelta({ epsilon: at, mu, failure }),
      };
    }),
  };
}

function noiseOf({ kernel, grid, variance, white }: NoiseLaw) {
  const axes = grid.axes.map(({ lower, upper, count }) => ({ lower, upper, count }));
  return { kernel, axes, variance, white };
}

/** Law of noise on the numbers of a polynomial or of rows. */
function independentNoise({ kind, sigma, lattice, basis, rowNoise, postMap, units }: PrivateRelease) {
  if (postMap || (!basis && rowNoise === undefined)) return undefined;
  const { law } = releaseKinds[kind];
  const variance = noiseLaws[law].variance(sigma) + lattice ** 2 / 12;
  return { form: "independent", law, variance, ...(basis && { toValues: { ...units } }) } as const;
}

function sheetOf({ kind, processing, basis, samplingMethod, failure, rowNoise }: PrivateRelease) {
  const { isDithered, law, noise, proof } = releaseKinds[kind];
  const rounding = isDithered
    ? `what estimate and noise round is bounded and covered by the dither, but for an event of probability ${shortText(failure)}`
    : "coordinates are private as the doubles that they are";
  const exact = { normal: "normals", laplace: "Laplace numbers", staircase: "staircase numbers" }[law];
  return {
    mechanism: rowNoise ?? noise(basis?.name ?? "", samplingMethod),
    postProcessing: processing === "" ? "none: values are the integers times the step" : processing,
    floatingPoint: `The release is integers on a lattice, from exact ${exact} of cryptographic bits; ${rounding}. Proof: docs/proofs/${rowNoise === undefined ? proof : "tableRelease"}.md.`,
    timing: "Durations, warnings and numbers of iterations are not protected; they are not part of the release.",
  };
}

function libraryOf({ name, version }: ReleaseContents["app"]) {
  return { name, version };
}

function checkOrigins(provenance: readonly ParameterOrigin[]): void {
  provenance.forEach(({ parameter, origin, statement, ledgerEntry }, i) => {
    if (origin === "chosen after looking" && statement.trim() === "") {
      throw new ParameterError(`provenance[${i}].statement`, statement, `a declaration of why ${parameter} is public`);
    }
    if (origin === "bought" && ledgerEntry === null) {
      throw new ParameterError(`provenance[${i}].ledgerEntry`, ledgerEntry, `the entry that paid for ${parameter}`);
    }
  });
}

function tuningWords(provenance: readonly ParameterOrigin[]): string {
  const named = (origin: ParameterOrigin["origin"]) => provenance.filter((entry) => entry.origin === origin);
  const list = (entries: readonly ParameterOrigin[]) => entries.map(({ parameter }) => parameter).join(", ");
  const [free, bought, looked] = [named("public"), named("bought"), named("chosen after looking")];
  const declared = free.filter(({ statement }) => statement === "");
  const stated = [...new Set(free.map(({ statement }) => statement))].filter((words) => words !== "");
  const sentences = [
    declared.length > 0 ? `Declared before the records were looked at: ${list(declared)}.` : "",
    ...stated.map(
      (words) =>
        `Declared so, too, with the words "${words}": ${list(free.filter(({ statement }) => statement === words))}.`,
    ),
    bought.length > 0 ? `Bought with a release of its own: ${list(bought)}.` : "",
    ...[...new Set(looked.map(({ statement }) => statement))].map(
      (words) =>
        `Chosen after looking: ${list(looked.filter(({ statement }) => statement === words))}, with the words "${words}".`,
    ),
  ];
  return sentences.filter((sentence) => sentence !== "").join(" ");
}
