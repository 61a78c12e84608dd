import { checkCombination, optionsOn, type Combinations, type Options } from "../combinations.ts";
import { boundOnRecords } from "../release/recordsPerPerson.ts";
import type { DensityParameters } from "./densityParameters.ts";

type DensityFeature =
  | (
      | "plane"
      | "further"
      | "correlation"
      | "frame"
      | "pointMass"
      | "filter"
      | "groups"
      | "absent"
      | "persons"
      | "counts"
    )
  | ("process" | "polynomial" | "sobolev" | "otherBump" | "triangular");

/** Uses of a density besides its release; `peaks` and `exactSum` are measured in the background. */
export type DensityUse =
  | ("comparison" | "bandwidth" | "choice" | "online" | "synthetic" | "spectral")
  | ("peaks" | "exactSum");

export type DensityOption = DensityFeature | DensityUse;

const parted = ["frame", "pointMass", "filter", "groups"] as const;
const oneByOne = "What is bought, chosen or answered point by point takes each record by itself";
const ofPublicCount = "This is of a public number of records: declare no largest one";
const oneRecord =
  "What is bought, chosen or answered point by point has the sensitivity of one record: declare no column of persons";

const countedUses = [...(["comparison", "synthetic", "spectral", "peaks", "exactSum"] as const)] as const;

export const densityCombinations: Combinations<DensityOption> = {
  parameterOf: {
    ...{ further: "route", frame: "scale", pointMass: "atom", filter: "only", polynomial: "route" },
    ...{ otherBump: "bump", triangular: "bump", absent: "most" },
  },
  clashes: [
    [
      "filter",
      ["polynomial", "otherBump"],
      "Some of the rows are drawn by a Gaussian process of Gaussian bumps alone: how many there are is private",
    ],
    [
      "absent",
      ["polynomial", "otherBump"],
      "With a private number of records bumps are Gaussian, and noise a Gaussian process",
    ],
    ["bandwidth", ["absent"], "Ranges and ends are ranks among a public number of records: declare no largest one"],
    ...countedUses.map((use) => [use, ["absent"], ofPublicCount] as const),
    [
      "pointMass",
      ["plane", "further", "polynomial", "otherBump", "groups"],
      "A value is counted apart beside one curve of Gaussian bumps on one column",
      "drawn without",
    ],
    [
      "groups",
      ["plane", "further", "polynomial", "otherBump"],
      "Groups have curves of Gaussian bumps on one column",
      "drawn without",
    ],
    [
      "triangular",
      ["plane"],
      "The triangular bump is positive definite on a line, but not as a function of the distance in a plane: choose another one for two columns",
    ],
    [
      "further",
      ["process"],
      "Columns that are not drawn are released by the Bernstein mechanism: choose it as the noise, or leave them out",
    ],
    ["correlation", ["further"], "With further columns the bump is a product over all of them", "drawn with 0"],
    [
      "correlation",
      ["sobolev"],
      "The Sobolev route has a kernel without correlation (Hall 2013, section 4.2)",
      "drawn with 0",
    ],
    ["correlation", ["otherBump"], "Only Gaussian bumps can be tilted", "drawn with 0"],
    [
      "frame",
      ["plane", "polynomial"],
      "Another scale, and folded ends, are for one column and noise that is a Gaussian process",
      "drawn without",
    ],
    ["polynomial", ["counts"], "Counts are released by a Gaussian process: the Bernstein mechanism needs the records"],
    ["otherBump", ["polynomial", "counts"], "Counts, and the Bernstein mechanism, have Gaussian bumps"],
    [
      "comparison",
      [...parted, "counts", "otherBump"],
      "Mechanisms are compared on records of Gaussian bumps, all on their own scale",
    ],
    ["bandwidth", [...parted, "further", "counts"], `${oneByOne}, on its own scale`],
    [
      "choice",
      [...parted, "further", "counts", "polynomial", "sobolev"],
      `${oneByOne}, and a choice is of noise as smooth as the bumps`,
    ],
    ["online", [...parted, "further", "counts", "polynomial"], `${oneByOne}, and answers are of a Gaussian process`],
    ["bandwidth", ["persons"], oneRecord],
    ["choice", ["persons"], oneRecord],
    ["online", ["persons"], oneRecord],
    [
      "synthetic",
      [...parted, "further"],
      "Synthetic records are drawn from the density of all records on their own scale",
    ],
    ["spectral", [...parted, "further", "plane", "polynomial"], "Terms are those of a Gaussian process on a line"],
    ["peaks", [...parted, "counts"], "Peaks are counted of all records, on the grid of the noise"],
    [
      "exactSum",
      ["pointMass", "filter", "groups", "polynomial", "counts"],
      "The exact sum is of all records, each with its bump",
    ],
  ],
};

interface Records {
  readonly multiplicities?: object;
  readonly outside?: object;
  readonly groups?: object;
  readonly pointMass?: object;
  readonly recordsPerPerson?: number;
}

export function densityOptions(
  parameters: Partial<DensityParameters>,
  records: Records,
  use?: DensityUse,
): Options<DensityOption> {
  const { domain = [], held = [], route, bump = "gaussian", polynomial, correlation = 0 } = parameters;
  const otherBump = route !== "sobolev" && bump !== "gaussian";
  return optionsOn<DensityOption>({
    plane: domain.length - held.length > 1,
    further: held.length > 0,
    correlation: correlation !== 0,
    frame: parameters.transformation !== undefined || parameters.reflection === true,
    pointMass: parameters.pointMass !== undefined,
    filter: records.outside !== undefined,
    groups: (parameters.levels ?? records.groups) !== undefined,
    absent: parameters.mostRecords !== undefined,
    persons: boundOnRecords(parameters.recordsPerPerson, records.recordsPerPerson) > 1,
    counts: records.multiplicities !== undefined || records.pointMass !== undefined,
    process: polynomial === undefined && use !== "comparison",
    polynomial: polynomial !== undefined,
    sobolev: route === "sobolev" && polynomial === undefined,
    otherBump,
    triangular: otherBump && bump === "triangular",
    ...(use && { [use]: true }),
  });
}

export function checkDensity(parameters: Partial<DensityParameters>, records: Records, use?: DensityUse): void {
  checkCombination(densityCombinations, densityOptions(parameters, records, use));
}
