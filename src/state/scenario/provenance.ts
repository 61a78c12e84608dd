import { provenanceOfText, provenanceText, type Origin, type Provenance } from "../../core/origins.ts";
import type { Field } from "./linkCodec.ts";

export type { Origin, Provenance };

/** The provenance with parameters that a change sets while the private picture is in sight. */
export function markLooked(provenance: Provenance, changed: readonly string[]): Provenance {
  const marked = changed.filter((name) => provenance[name] !== "looked");
  if (marked.length === 0) return provenance;
  return { ...provenance, ...Object.fromEntries(marked.map((name) => [name, "looked" as const])) };
}

/**
 * What a field of a scenario is to a release: a parameter that it depends on, by the name that a person knows, which
 * must not be chosen by looking at the records; which records it is made of; or nothing, since it concerns the noise of
 * previews or how they are drawn.
 */
export type FieldRole = { readonly parameter: string } | "records" | "noise" | "display";

export function parameter(name: string): FieldRole {
  return { parameter: name };
}

/** The role of every field: a field that is added to a scenario and not here does not compile. */
export type FieldRoles<S> = { readonly [Field in Exclude<keyof S & string, "provenance">]-?: FieldRole };

export function parameterNames<Field extends string>(
  roles: Readonly<Record<Field, FieldRole>>,
): Readonly<Partial<Record<Field, string>>> {
  const entries = Object.entries<FieldRole>(roles);
  return Object.fromEntries(
    entries.flatMap(([field, role]) => (typeof role === "object" ? [[field, role.parameter] as const] : [])),
  ) as Partial<Record<Field, string>>;
}

export function affirmed(provenance: Provenance): Provenance {
  return Object.fromEntries(
    Object.entries(provenance).map(([name, origin]) => [name, origin === "looked" ? "affirmed" : origin]),
  );
}

/** The parameters of an origin, by the names that a person knows, in the order of `names`. */
export function parametersOf(
  provenance: Provenance,
  origin: Origin,
  names: Readonly<Partial<Record<string, string>>>,
): readonly string[] {
  return Object.entries(names).flatMap(([field, name = field]) => (provenance[field] === origin ? [name] : []));
}

/**
 * The entry of a link, such as `origin=h:looked,domainX:affirmed`; "public" where all was declared.
 *
 * @param known the fields that can have an origin; "records", as older links say it, means those of `chosenByMap`
 */
export function provenanceField(known: readonly string[], chosenByMap: readonly string[] = []): Field<Provenance> {
  return {
    key: "origin",
    fallback: {},
    always: false,
    requirement: "public, or parameters with their origins, such as h:looked",
    parse: (text) =>
      text === "records"
        ? Object.fromEntries(chosenByMap.map((name) => [name, "looked" as const]))
        : provenanceOfText(text, known),
    format: (provenance) => provenanceText(provenance, known),
  };
}
