import { provenanceOfText, provenanceText, type Origin, type Provenance } from "../../core/origins.ts";
import type { Field } from "./linkCodec.ts";

export type { Origin, Provenance };

/** Provenance after a change with the private picture in sight. */
export function markLooked(provenance: Provenance, changed: readonly string[]): Provenance {
  const marked = changed.filter((name) => provenance[name] !== "looked");
  if (marked.length === 0) return provenance;
  return { ...provenance, ...Object.fromEntries(marked.map((name) => [name, "looked" as const])) };
}

/** A parameter, by its name on the screen, must not be chosen by looking at the records; "records" chooses these. */
export type FieldRole = { readonly parameter: string } | "records" | "noise" | "display";

export function parameter(name: string): FieldRole {
  return { parameter: name };
}

/** A field without one does not compile. */
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

/** Names on the screen, in the order of `names`. */
export function parametersOf(
  provenance: Provenance,
  origin: Origin,
  names: Readonly<Partial<Record<string, string>>>,
): readonly string[] {
  return Object.entries(names).flatMap(([field, name = field]) => (provenance[field] === origin ? [name] : []));
}

/**
 * Link entry, such as `origin=h:looked,domainX:affirmed`; "public" if all was declared.
 *
 * @param known fields with an origin; "records" of older links means `chosenByMap`
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
