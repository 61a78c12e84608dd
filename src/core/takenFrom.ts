/** Fields that were taken over from a plan, with their values, in a plan's text as a link has it. */
export function takenFrom(text: string): Readonly<Record<string, number>> {
  const found = [...text.matchAll(/,took_([A-Za-z]{1,20})_(\d{1,20}(?:\.\d{1,20})?(?:e[+-]?\d{1,3})?)(?=,|$)/g)];
  return Object.fromEntries(found.map(([, field, value]) => [field!, Number(value)]));
}
