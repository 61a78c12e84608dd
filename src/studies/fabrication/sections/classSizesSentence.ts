export function classSizesSentence(sizes: readonly number[]): string | undefined {
  const present = Array.from(sizes.keys()).filter((c) => sizes[c]! > 0);
  if (present.length === 1) {
    return `All digits are of the class ${present[0]!}: they can be fabricated, but a classifier has nothing to tell apart. Expected: two classes or more.`;
  }
  const lone = sizes.indexOf(1);
  if (lone < 0) return undefined;
  return `The class ${lone} has one digit only: its fabricated image is its noisy one, drawn to the origin, and nothing hides that it is alone.`;
}
