/**
 * Origin of a parameter not declared before the records were seen: chosen while looking, affirmed afterwards ("I would
 * have chosen this without looking"), or bought with a budget.
 */
export type Origin = "looked" | "affirmed" | "bought";

/** Origins by field; absent ones were declared beforehand. */
export type Provenance = Readonly<Record<string, Origin>>;

const origins = ["looked", "affirmed", "bought"] as const;

/**
 * Origins as text for a link or a file: `h:looked,domainX:affirmed`, or "public".
 *
 * @param known fields that can have an origin, in the order of the text
 */
export function provenanceText(provenance: Provenance, known: readonly string[]): string {
  const entries = known.flatMap((name) => (provenance[name] ? [`${name}:${provenance[name]}`] : []));
  return entries.length === 0 ? "public" : entries.join(",");
}

/** Origins in such a text; undefined for any other text. Never throws. */
export function provenanceOfText(given: string, known: readonly string[]): Provenance | undefined {
  if (given === "public" || given === "") return {};
  const entries = given.split(",").map((entry) => entry.split(":"));
  const isValid = entries.every(
    ([name = "", origin, ...rest]) =>
      known.includes(name) && origins.some((each) => each === origin) && rest.length === 0,
  );
  return isValid ? (Object.fromEntries(entries) as Provenance) : undefined;
}
