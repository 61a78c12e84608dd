/** A stream of independent random numbers. Its methods may use the memory of `arithmetic()`. */
export interface RandomSource {
  /** A uniform number in the open interval (0, 1). One draw. */
  uniform(): number;
  /** A standard normal number. One draw. */
  normal(): number;
  /** Standard normal numbers in place of all elements: those that as many calls of `normal` would give. */
  fillNormals(out: Float64Array): void;
}
