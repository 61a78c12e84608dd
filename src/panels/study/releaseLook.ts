export interface ReleaseLook {
  /** A boundary: the sign of a function of two axes matters. */
  readonly boundary?: true;
  /** Positive values may be normalised; the area under a group's curve is its share. */
  readonly density?: true;
  /** The first axis counts columns, the second rows. */
  readonly table?: true;
}
