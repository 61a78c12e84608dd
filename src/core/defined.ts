/**
 * The properties that are not undefined, for optional properties that allow no undefined.
 *
 * @param properties of any values
 */
export function defined<T extends object>(properties: T): { readonly [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined)) as T;
}
