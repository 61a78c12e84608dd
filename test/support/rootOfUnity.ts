/** Real and imaginary part of e^(2πi·turns/length), from an angle of at most an eighth of a turn. */
export function rootOfUnity(turns: number, length: number): readonly [number, number] {
  const quadrant = Math.round((4 * (turns % length)) / length);
  const angle = (Math.PI * (4 * (turns % length) - quadrant * length)) / (2 * length);
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  return (
    [
      [c, s],
      [-s, c],
      [-c, -s],
      [s, -c],
    ] as const
  )[quadrant % 4]!;
}
