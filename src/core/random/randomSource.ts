/** A stream of independent uniform numbers. */
export interface UniformSource {
  /** A uniform number in the open interval (0, 1), of the form (k + ½)/2⁵². One draw. */
  uniform(): number;
}

/** A stream of independent random numbers. Its methods may use the memory of `arithmetic()`. */
export interface RandomSource extends UniformSource {
  /** A standard normal number. One draw. */
  normal(): number;
  /** The numbers of as many calls of `normal`, in place of all elements. */
  fillNormals(out: Float64Array): void;
}
