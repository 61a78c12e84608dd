/** Largest table that is read whole. */
export const tableLimits = {
  rows: 10_000_000,
  cells: 60_000_000,
  columns: 20_000,
  /** Longest line that is held, in characters or bytes. */
  lineLength: 4_000_000,
  categories: 1_000,
} as const;
