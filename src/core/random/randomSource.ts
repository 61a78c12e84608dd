/** A stream of independent uniform numbers. */
export interface UniformSource {
  /** In the open interval (0, 1), of the form (k + ½)/2⁵². One draw. */
  uniform(): number;
}

/** Methods may use the memory of `arithmetic()`. */
export interface RandomSource extends UniformSource {
  /** Standard normal. One draw. */
  normal(): number;
  /** As many calls of `normal`, in place of all elements. */
  fillNormals(out: Float64Array): void;
}
