interface Largest {
  readonly name: string;
  readonly size: number;
}

/** Measures of the code in `src` and `workers`. */
export function measureHouse(): {
  readonly lines: number;
  readonly linesByRoom: readonly (readonly [room: string, lines: number])[];
  readonly largestFolder: Largest;
  readonly commentWords: number;
  /** The share of doc comments that open with What, Of, Which, Whether, Where or How. */
  readonly riddleShare: number;
  readonly openingWithOf: number;
  readonly circles: readonly string[];
  readonly namesBehindDoor: number;
  readonly largestFunction: Largest;
  readonly largestInterface: Largest;
};
