/** From 2⁵³ on different whole numbers can share a double: ids are told apart by their digits. */
export function isBeyondDoubles(value: number): boolean {
  return Math.abs(value) >= 2 ** 53;
}
