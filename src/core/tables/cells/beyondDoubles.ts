/** From 2⁵³ on different whole numbers can be the same double: ids among them are told apart by their digits. */
export function isBeyondDoubles(value: number): boolean {
  return Math.abs(value) >= 2 ** 53;
}
