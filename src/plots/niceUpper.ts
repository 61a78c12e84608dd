/** The next of 1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8 times a power of ten, so that a value axis stays during most of a drag. */
export function niceUpper(highest: number): number {
  if (!(highest > 0 && highest < Infinity)) return 1;
  const power = 10 ** Math.floor(Math.log10(highest));
  const step = [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((s) => s * power >= highest * (1 - 1e-12)) ?? 10;
  const upper = step * power;
  return upper > 0 && upper < Infinity ? upper : highest;
}
