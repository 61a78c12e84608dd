/**
 * Fields that were taken over from a plan, with their values, in a plan's text as a link has it.
 *
 * @param mark "took" for a plan on declared data, "looked" for one on private records
 */
export function takenFrom(text: string, mark: "took" | "looked" = "took"): Readonly<Record<string, number>> {
  const line = /,(took|looked)_([A-Za-z]{1,20})_(\d{1,20}(?:\.\d{1,20})?(?:e[+-]?\d{1,3})?)(?=,|$)/g;
  const found = [...text.matchAll(line)].filter(([, word, , value]) => word === mark && Number(value) < Infinity);
  return Object.fromEntries(found.map(([, , field, value]) => [field!, Number(value)]));
}
