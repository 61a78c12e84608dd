import { schemaText } from "./schemaText.ts";
import type { TableSchema } from "./schema.ts";

/**
 * Part of a schema that a release depends on, as text: the columns that a choice of records mentions, that of counts,
 * and the levels of classes.
 *
 * @param choice of records; a table of counts or sums is needed whole
 * @param classes the column of classes; "" for none
 */
export function declaredSchemaText(schema: TableSchema, choice: unknown, classes: string): string {
  const { counted, summed, missing: _, ...named } = (choice ?? {}) as Readonly<Record<string, unknown>>;
  const all = new Set(schema.columns.map(({ name }) => name));
  const used = counted === true || summed === true ? all : mentionedColumns(named, all);
  const columns = schema.columns
    .filter(({ name, type }) => used.has(name) || type === "count")
    .map(({ levels, ...column }) => ({ ...column, ...(levels && column.name === classes && { levels }) }));
  return columns.length === 0 ? "" : schemaText({ ...schema, columns });
}

/** Columns that a choice mentions; all where it mentions none. */
export function mentionedColumns(choice: unknown, columns: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>();
  const look = (value: unknown) => {
    if (typeof value === "string" && columns.has(value)) found.add(value);
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(look);
  };
  look(choice);
  return found.size > 0 ? found : columns;
}
