const shift = 1100;

/** A double as an exact multiple of 2⁻¹¹⁰⁰. */
export function exactly(x: number): bigint {
  let whole = x;
  let doublings = 0;
  for (; !Number.isInteger(whole); doublings++) whole *= 2;
  return BigInt(whole) << BigInt(shift - doublings);
}

/** The product of two exact numbers, itself exact as long as it is a multiple of 2⁻¹¹⁰⁰. */
export function times(a: bigint, b: bigint): bigint {
  return (a * b) >> BigInt(shift);
}

/** The double nearest to an exact number, to a few units in the last place. */
export function toDouble(a: bigint): number {
  const magnitude = a < 0n ? -a : a;
  const surplus = Math.max(0, magnitude.toString(2).length - 60);
  return Number(a >> BigInt(surplus)) * 2 ** (surplus - shift);
}
