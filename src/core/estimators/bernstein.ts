export { bernsteinBasis } from "./bernstein/bernsteinBasis.ts";
export { iteratedBernstein, iteratedBernsteinBasis } from "./bernstein/iteratedBernstein.ts";
export type { IteratedBernstein } from "./bernstein/iteratedBernstein.ts";
export { lebesgueBound, lebesgueConstant } from "./bernstein/lebesgueConstant.ts";
export { bernsteinGrid, bernsteinOnGrid } from "./bernstein/bernsteinOnGrid.ts";
export type { BernsteinGrid, BernsteinOnGrid } from "./bernstein/bernsteinOnGrid.ts";
export {
  approximationBound,
  densityDerivatives,
  holderApproximationBound,
  micchelliConstant,
} from "./bernstein/approximationBound.ts";
