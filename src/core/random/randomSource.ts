/** A stream of independent random numbers. Its methods may use the memory of `arithmetic()`. */
export interface RandomSource {
  /** A uniform number in the open interval (0, 1). One draw. */
  uniform(): number;
  /** A standard normal number. One draw. */
  normal(): number;
  /** The numbers of as many calls of `normal`, in place of all elements. */
  fillNormals(out: Float64Array): void;
}
