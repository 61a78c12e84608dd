import { ParameterError } from "./errors.ts";

/** Takes a value from outside to the wanted type, or throws a ParameterError that names the place; in linear time. */
export interface Reader<T> {
  (value: unknown, place: string): T;
  /** The condition in JSON Schema. */
  readonly schema: JsonSchema;
}

/** Draft 2020-12. */
type JsonSchema = Readonly<Record<string, unknown>>;

function reader<T>(schema: JsonSchema, read: (value: unknown, place: string) => T): Reader<T> {
  return Object.assign(read, { schema });
}

export type Read<R> = R extends Reader<infer T> ? T : never;

/** Characters of a text from outside. */
const longestText = 2 ** 25;
/** Nested lists and objects. */
const deepestNesting = 24;
/** Lists, objects and strings: a ledger of ten thousand entries has fewer. */
const mostParts = 2 ** 20;
/** Different names of members; the formats here have some hundred. */
const mostNames = 2 ** 10;
/** Different sequences of names with which objects begin. */
const mostSequences = 2 ** 13;

/**
 * Value of a JSON text of any origin, size and intent. A text that takes an engine long is refused before: parsers keep a
 * description of each sequence of names, so a million different ones cost seconds, as do millions of empty objects.
 *
 * @param name name of the text in messages
 * @throws {ParameterError} if it is no text, too long, too deeply nested, or no JSON; and nothing else
 */
export function parseUntrustedJson(text: unknown, name: string): unknown {
  if (typeof text !== "string") return refuse(text, name, "a text");
  if (text.length > longestText) return refuse(text, name, `at most ${longestText} characters long`);
  const tooMuch = excessOf(text);
  if (tooMuch !== undefined) return refuse(text, name, tooMuch);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return refuse(text, name, "a whole JSON text");
  }
}

/**
 * The limit that a JSON text exceeds, as a requirement; undefined if it keeps to all. One pass over brackets, quotes and
 * colons: the text may be no JSON.
 */
function excessOf(text: string): string | undefined {
  const idOf = new Map<string, number>();
  /** The longer sequence, by a sequence of names and the next name; 0 is the empty one. */
  const longer = new Map<number, number>();
  const sequences = new Int32Array(deepestNesting + 1);
  let depth = 0;
  let parts = 0;
  let start = 0;
  let end = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0x22) {
      start = i + 1;
      for (i++; i < text.length && text.charCodeAt(i) !== 0x22; i++) if (text.charCodeAt(i) === 0x5c) i++;
      end = i;
      parts++;
    } else if (code === 0x5b || code === 0x7b) {
      if (++depth > deepestNesting) return `nested at most ${deepestNesting} deep`;
      sequences[depth] = 0;
      parts++;
    } else if (code === 0x5d || code === 0x7d) depth = Math.max(0, depth - 1);
    else if (code === 0x3a) {
      const member = text.slice(start, end);
      start = end;
      const id = idOf.get(member) ?? idOf.size;
      idOf.set(member, id);
      const step = sequences[depth]! * mostNames + id;
      sequences[depth] = longer.get(step) ?? longer.size + 1;
      longer.set(step, sequences[depth]!);
      if (idOf.size > mostNames) return `an object with at most ${mostNames} different names of members`;
      if (longer.size > mostSequences) return `an object with at most ${mostSequences} sequences of members`;
    }
    if (parts > mostParts) return `of at most ${mostParts} lists, objects and texts`;
  }
  return undefined;
}

/** Throws the requirement on a place (empty for the whole file), with the harmless part of the value. */
export function refuse(value: unknown, place: string, requirement: string): never {
  throw new ParameterError(place === "" ? "The file" : place, shown(value), requirement);
}

function shown(value: unknown): unknown {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === "string") return value.slice(0, 100);
  // An object from outside may have a member called toString.
  return typeof value === "object" && value !== null ? "an object" : typeof value === "function" ? "a function" : value;
}

/** A string of at most `longest` characters, in whole Unicode characters. */
export function text(longest = 4000): Reader<string> {
  return reader({ type: "string", maxLength: longest }, (value, place) =>
    typeof value === "string" && value.length <= longest && !/\p{Surrogate}/u.test(value)
      ? value
      : refuse(value, place, `a text of at most ${longest} characters`),
  );
}

/** A string that matches the pattern, of at most 1000 characters. */
export function textLike(pattern: RegExp, requirement: string): Reader<string> {
  return reader({ type: "string", pattern: pattern.source }, (value, place) =>
    typeof value === "string" && value.length <= 1000 && pattern.test(value)
      ? value
      : refuse(value, place, requirement),
  );
}

export function oneOf<const T extends string>(...choices: readonly T[]): Reader<T> {
  return reader(
    { enum: choices },
    (value, place) => choices.find((choice) => choice === value) ?? refuse(value, place, alternatives(choices)),
  );
}

function alternatives(choices: readonly string[]): string {
  return choices.map((choice) => JSON.stringify(choice)).join(" or ");
}

/** true or false. */
export const truth: Reader<boolean> = reader({ type: "boolean" }, (value, place) =>
  typeof value === "boolean" ? value : refuse(value, place, "true or false"),
);

export function numberFrom(least: number, most = Number.MAX_VALUE): Reader<number> {
  return reader({ type: "number", minimum: least, maximum: most }, (value, place) =>
    typeof value === "number" && value >= least && value <= most
      ? value
      : refuse(value, place, rangeOf("a number", least, most)),
  );
}

export const finiteNumber: Reader<number> = numberFrom(-Number.MAX_VALUE);

/** A finite number above 0. */
export const positiveNumber: Reader<number> = reader(
  { type: "number", exclusiveMinimum: 0, maximum: Number.MAX_VALUE },
  (value, place) =>
    typeof value === "number" && value > 0 && value < Infinity ? value : refuse(value, place, "a positive number"),
);

/** An integer from `least` to `most`, both safe. */
export function integerFrom(least: number, most: number): Reader<number> {
  return reader({ type: "integer", minimum: least, maximum: most }, (value, place) =>
    typeof value === "number" && Number.isSafeInteger(value) && value >= least && value <= most
      ? value + 0
      : refuse(value, place, rangeOf("an integer", least, most)),
  );
}

function rangeOf(what: string, least: number, most: number): string {
  if (most === Number.MAX_VALUE) return least === -most ? "a finite number" : `${what} of at least ${least}`;
  return `${what} from ${least} to ${most}`;
}

export function nullable<T>(read: Reader<T>): Reader<T | null> {
  return reader({ anyOf: [{ type: "null" }, read.schema] }, (value, place) =>
    value === null ? null : read(value, place),
  );
}

/** A list of at most `longest` elements, and at least `shortest`. */
export function listOf<T>(read: Reader<T>, longest = 1000, shortest = 0): Reader<readonly T[]> {
  const least = shortest > 0 ? { minItems: shortest } : {};
  return reader({ type: "array", items: read.schema, ...least, maxItems: longest }, (value, place) => {
    if (!Array.isArray(value)) return refuse(value, place, "a list");
    if (value.length < shortest) return refuse(value, place, `a list of at least ${shortest}`);
    if (value.length > longest) return refuse(value, place, `a list of at most ${longest}`);
    return value.map((element: unknown, i) => read(element, `${place}[${i}]`));
  });
}

/** An object with exactly these own fields; nothing is inherited. */
export function objectOf<F extends Record<string, Reader<unknown>>>(
  fields: F,
): Reader<{ readonly [K in keyof F]: Read<F[K]> }> {
  return objectWith(fields, {}) as Reader<{ readonly [K in keyof F]: Read<F[K]> }>;
}

/** `objectOf` with fields that may be absent. */
export function objectWith<F extends Record<string, Reader<unknown>>, O extends Record<string, Reader<unknown>>>(
  fields: F,
  optional: O,
): Reader<Simplified<ObjectOf<F, O>>> {
  const required = Object.keys(fields);
  const all: Record<string, Reader<unknown>> = { ...fields, ...optional };
  const names = Object.keys(all);
  const properties = Object.fromEntries(names.map((name) => [name, all[name]!.schema]));
  return reader({ type: "object", properties, required, additionalProperties: false }, (value, place) => {
    const given = membersOf(value, place);
    for (const name of given.keys()) {
      if (!names.includes(name)) return refuse(name, place, `an object with the fields ${names.join(", ")} only`);
    }
    const result: Record<string, unknown> = {};
    for (const name of names) {
      const at = place === "" ? name : `${place}.${name}`;
      if (given.has(name)) result[name] = all[name]!(given.get(name), at);
      else if (required.includes(name)) return refuse("nothing", at, "given");
    }
    return result as Simplified<ObjectOf<F, O>>;
  });
}

type ObjectOf<F, O> = { readonly [K in keyof F]: Read<F[K]> } & { readonly [K in keyof O]?: Read<O[K]> };
type Simplified<T> = { [K in keyof T]: T[K] };

/** An object of one of several kinds, named by the field `tag`; of kind `untagged` without it. */
export function oneKindOf<V extends Record<string, Reader<unknown>>>(
  tag: string,
  kinds: V,
  untagged?: keyof V & string,
): Reader<Read<V[keyof V]>> {
  return reader({ oneOf: Object.values(kinds).map(({ schema }) => schema) }, (value, place) => {
    const members = membersOf(value, place);
    const kind = members.has(tag) ? members.get(tag) : untagged;
    if (typeof kind !== "string" || !Object.hasOwn(kinds, kind)) {
      return refuse(kind, `${place}.${tag}`, alternatives(Object.keys(kinds)));
    }
    return kinds[kind]!(value, place) as Read<V[keyof V]>;
  });
}

export function membersOf(value: unknown, place: string): ReadonlyMap<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return refuse(value, place, "an object");
  return new Map(Object.entries(value));
}
