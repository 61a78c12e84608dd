import { mentionedColumns } from "../../core/tables/declaredSchema.ts";
import type { CurveRoles, TableSchema } from "../../core/tables/schema.ts";
import type { CurveLayout } from "../../core/records/curves/curveLayout.ts";
import type { TableOutline } from "../../core/records/outline.ts";

/** @param choice undefined while records are not chosen */
export function withRoles({ person: _, ...schema }: TableSchema, choice: unknown, person: string): TableSchema {
  const {
    missing,
    person: whose,
    groups,
    only,
    layout,
    ...named
  } = (choice ?? {}) as Readonly<Record<string, unknown>>;
  const all = new Set(schema.columns.map(({ name }) => name));
  const isChosen = choice !== undefined && layout === undefined;
  return {
    ...schema,
    ...(person !== "" && { person }),
    ...(isChosen && { chosen: [...mentionedColumns(named, all)] }),
    ...(layout !== undefined && { curves: curvesOf(layout as CurveLayout) }),
  };
}

function curvesOf(layout: CurveLayout): CurveRoles {
  if (layout.shape === "wide") return { shape: "wide" };
  const { shape, curve, time, value } = layout;
  return { shape, curve, time, value };
}

/** The chosen columns of the schema first, as studies take them. */
export function inOrderOfRoles(outline: TableOutline): TableOutline {
  const { chosen = [] } = outline.schema ?? {};
  const placeOf = (name: string) => (chosen.includes(name) ? chosen.indexOf(name) : chosen.length);
  return { ...outline, columns: outline.columns.toSorted((a, b) => placeOf(a.name) - placeOf(b.name)) };
}
