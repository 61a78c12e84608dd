import type { Mechanism } from "./verdict.ts";

export const mechanisms = {
  gaussianProcess: {
    id: "gaussianProcess",
    name: "the Gaussian process",
    label: "Gaussian process",
    why: "its noise lies in the space of the function itself, where one record moves little, and nothing is approximated",
  },
  sobolev: {
    id: "sobolev",
    name: "Sobolev noise",
    label: "Sobolev noise",
    why: "nothing is approximated, and its rough noise suits the width of the function",
  },
  bernsteinLaplace: {
    id: "bernsteinLaplace",
    name: "Bernstein’s polynomial with Laplace noise",
    label: "Bernstein, Laplace",
    why: "few numbers carry the function, and their noise need not pay for a δ",
  },
  bernsteinComposed: {
    id: "bernsteinComposed",
    name: "Bernstein’s polynomial with Laplace noise by Theorem 7",
    label: "Bernstein, Theorem 7",
    why: "so many numbers carry the function that their Laplace noise is less for an ε with a δ than for ε alone",
  },
  bernsteinGaussian: {
    id: "bernsteinGaussian",
    name: "Bernstein’s polynomial with normal noise",
    label: "Bernstein, Gaussian",
    why: "few numbers carry the function, and a polynomial averages their noise",
  },
  piecewiseConstant: {
    id: "piecewiseConstant",
    name: "the piecewise constant release",
    label: "piecewise constant",
    why: "so few pieces are left at this budget that their steps are below the noise of the others",
  },
  histogram: {
    id: "histogram",
    name: "the noisy histogram",
    label: "noisy histogram",
    why: "one record touches two cells only, however many there are",
  },
} as const satisfies Readonly<Record<string, Mechanism>>;
