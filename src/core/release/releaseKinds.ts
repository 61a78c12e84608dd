import { gaussianOfComposedPure, gaussianOfPure } from "../privacy/accounting/composition.ts";
import type { PrivacyLoss } from "../privacy/accounting/privacyLoss.ts";
import type { PrivateRelease } from "./privateRelease.ts";

type ReleaseKindName = PrivateRelease["kind"];

interface ProvingNumbers {
  readonly sigma: number;
  readonly sensitivity: { readonly value: number; readonly eta: number };
  readonly dither: number;
  readonly computingError: number;
}

interface ReleaseKind {
  readonly law: "normal" | "laplace" | "staircase";
  readonly loss: PrivacyLoss["kind"];
  readonly isDithered: boolean;
  /** The μ that the numbers prove. */
  readonly provedMu: (numbers: ProvingNumbers) => number;
  readonly flavour: string;
  readonly noise: (basis: string, sampler: string) => string;
  /** Page of docs/proofs. */
  readonly proof: string;
  /** The proved loss in R: ε if pure, else μ. */
  readonly inR: string;
  readonly inPython: string;
}

const lossInCoordinates = ({ sensitivity: { value, eta }, sigma }: ProvingNumbers) => (value + 2 * eta) / sigma;
const inCoordinates = {
  isDithered: false,
  inR: "(sensitivity + 2 * eta) / sigma",
  inPython: '(m["sensitivity"]["value"] + 2 * m["sensitivity"]["eta"]) / m["sigma"]',
} as const;
const pureInCoordinates = {
  ...inCoordinates,
  law: "laplace",
  loss: "pure",
  provedMu: (numbers: ProvingNumbers) => gaussianOfPure(lossInCoordinates(numbers)),
  flavour: "pure differential privacy",
} as const;

export const releaseKinds: Readonly<Record<ReleaseKindName, ReleaseKind>> = {
  ditheredGaussian: {
    law: "normal",
    loss: "gaussian",
    isDithered: true,
    provedMu: ({ sensitivity, sigma, computingError, dither }) =>
      sensitivity.value / sigma + (2 * computingError) / dither,
    flavour: "Gaussian differential privacy",
    noise: (_, sampler) =>
      `Gaussian process noise on the grid (${sampler} sampler), with an exact Gaussian dither on a lattice`,
    proof: "latticeRelease",
    inR: "sensitivity / sigma + 2 * computing_error / dither",
    inPython: 'm["sensitivity"]["value"] / m["sigma"] + 2 * m["computingError"] / m["dither"]',
  },
  gaussianCoordinates: {
    ...inCoordinates,
    law: "normal",
    loss: "gaussian",
    provedMu: lossInCoordinates,
    flavour: "Gaussian differential privacy",
    noise: (basis) => `independent Gaussian noise, exact on a lattice, on coordinates: ${basis}`,
    proof: "latticeRelease",
  },
  laplaceCoordinates: {
    ...pureInCoordinates,
    noise: (basis) => `independent Laplace noise, exact on a lattice, on coordinates: ${basis}`,
    proof: "latticeRelease",
  },
  staircaseCoordinates: {
    ...pureInCoordinates,
    law: "staircase",
    noise: (basis) =>
      `independent staircase noise (Geng and Viswanath 2016) with the loss of a Laplace law of the scale stated, exact on a lattice, on coordinates: ${basis}`,
    proof: "tableRelease",
  },
  composedLaplaceCoordinates: {
    ...inCoordinates,
    law: "laplace",
    loss: "composed",
    provedMu: (numbers) => gaussianOfComposedPure(lossInCoordinates(numbers)),
    flavour: "approximate differential privacy",
    noise: (basis) =>
      `independent Laplace noise, exact on a lattice, on coordinates: ${basis}, calibrated by Theorem 7 of Aldà & Rubinstein (2017) within its proved range`,
    proof: "composedLaplace",
    inR: `sqrt(pi / 2) * ${inCoordinates.inR}`,
    inPython: `math.sqrt(math.pi / 2) * ${inCoordinates.inPython}`,
  },
};

export const releaseKindNames = Object.keys(releaseKinds) as ReleaseKindName[];
