/** Raised when a key's meaning changes. */
const linkVersion = 1;

export interface Field<T> {
  readonly key: string;
  readonly fallback: T;
  /** Read after "expected". */
  readonly requirement: string;
  /** Written even at the fallback; reported when missing. */
  readonly always: boolean;
  /** Undefined for invalid text. Never throws. */
  readonly parse: (text: string) => T | undefined;
  readonly format: (value: T) => string;
}

/** In the order of links. */
export type Fields<S> = { readonly [P in keyof S]: Field<S[P]> };

export interface LinkProblem {
  /** "" for the whole link. */
  readonly key: string;
  /** Shortened, without control characters. */
  readonly text: string;
  readonly sentence: string;
}

interface DecodedLink<S> {
  /** "" if it names none. */
  readonly study: string;
  readonly values: S;
  readonly problems: readonly LinkProblem[];
}

export interface LinkCodec<S> {
  readonly study: string;
  readonly encode: (values: S) => string;
  readonly decode: (hash: string) => DecodedLink<S>;
}

const longestLink = 8_000;
const longestTextShown = 40;
const mostProblemsShown = 12;

/**
 * A link such as `#/density?v=1&data=hall-1&h=0.1&epsilon=1`.
 *
 * `always` fields are written even at today's default, so that a lecture's link keeps its curve; others are left out at
 * their fallback. Numbers have the fewest digits that read back exactly.
 *
 * @param except must not be written
 */
export function encodeLink<S>(study: string, fields: Fields<S>, values: S, except: readonly (keyof S)[] = []): string {
  const entries = fieldList<S>(fields).flatMap(([name, field]) => {
    if (except.includes(name)) return [];
    const text = field.format(values[name]);
    return field.always || text !== field.format(field.fallback)
      ? [`${encodeText(field.key)}=${encodeText(text)}`]
      : [];
  });
  return `#/${encodeText(study)}?${[`v=${linkVersion}`, ...entries].join("&")}`;
}

/**
 * Scenario of an untrusted link: invalid entries take the default and are reported. Never throws.
 *
 * @param fieldsFor may depend on other entries
 * @returns also raw entries, for checks across fields
 */
export function decodeLink<S>(
  hash: string,
  study: string,
  fieldsFor: (given: ReadonlyMap<string, string>) => Fields<S>,
): DecodedLink<S> & { readonly given: ReadonlyMap<string, string> } {
  const link = readLink(hash);
  const problems = [...link.problems];
  const foreign = link.study !== "" && !isStudy(link.study, study);
  if (foreign) {
    problems.push({
      key: "",
      text: plainText(link.study),
      sentence: `There is no page “${plainText(link.study)}” here; this is ${study} with its defaults.`,
    });
  }
  const given: ReadonlyMap<string, string> = foreign ? new Map() : link.given;
  const fields = fieldList<S>(fieldsFor(given));

  problems.push(...versionProblems(given.get("v")));
  const values = Object.fromEntries(
    fields.map(([name, field]) => {
      const text = given.get(field.key);
      const value = text === undefined ? undefined : field.parse(text);
      if (text !== undefined && value === undefined) problems.push(misunderstood(field, text));
      return [name, value ?? field.fallback];
    }),
  ) as S;

  const known = new Set(["v", ...fields.map(([, field]) => field.key)]);
  for (const [key, text] of given) {
    if (!known.has(key)) problems.push(unknownKey(key, text));
  }
  const missing = fields.filter(([, field]) => field.always && !given.has(field.key));
  // Links with a version were written here and are whole.
  if (given.has("v") && missing.length > 0) {
    const keys = missing.map(([, field]) => field.key).join(", ");
    problems.push({ key: keys, text: "", sentence: `Not in the link: ${keys}; defaults are used.` });
  }
  return { study: link.study, values, problems: shortened(problems), given };
}

/** Value or fallback, for tables whose fields depend on each other. */
export function valueIn<T>(given: ReadonlyMap<string, string>, field: Field<T>): T {
  const text = given.get(field.key);
  return (text === undefined ? undefined : field.parse(text)) ?? field.fallback;
}

/** "" if it names none. */
export function studyOf(hash: string): string {
  return readLink(hash).study;
}

/** True in any capitals. */
export function isStudy(named: string, study: string): boolean {
  return named.toLowerCase() === study.toLowerCase();
}

/** Foreign text for quoting: one line, at most 40 characters, nothing invisible. */
export function plainText(text: string): string {
  const start = Array.from(text.slice(0, 2 * longestTextShown + 2));
  const shown = start
    .slice(0, longestTextShown)
    .join("")
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "\ufffd");
  return start.length > longestTextShown ? `${shown}…` : shown;
}

interface RawLink {
  readonly study: string;
  readonly given: ReadonlyMap<string, string>;
  readonly problems: readonly LinkProblem[];
}

function readLink(hash: string): RawLink {
  const problems: LinkProblem[] = [];
  const link = withinLimit(hash);
  if (link.length < hash.length) {
    problems.push({
      key: "",
      text: plainText(hash),
      sentence: `The link has more than ${longestLink} characters; its end was not read.`,
    });
  }
  const [path, query] = splitAt(link.replace(/^#?\/?/, ""), "?");
  const given = new Map<string, string>();
  for (const entry of query.split("&")) {
    if (entry === "") continue;
    const [rawKey, rawText] = splitAt(entry, "=");
    const key = decodeText(rawKey);
    const text = decodeText(rawText);
    if (key === undefined || text === undefined) {
      problems.push({
        key: plainText(rawKey),
        text: plainText(rawText),
        sentence: `“${plainText(entry)}” is not properly encoded; it was ignored.`,
      });
    } else if (given.has(key)) {
      problems.push({
        key: plainText(key),
        text: plainText(text),
        sentence: `${plainText(key)} is given more than once; the first one counts.`,
      });
    } else {
      given.set(key, text);
    }
  }
  return { study: decodeText(path) ?? path, given, problems };
}

// Half an entry could read as another value.
function withinLimit(hash: string): string {
  if (hash.length <= longestLink) return hash;
  const start = hash.slice(0, longestLink);
  const end = Math.max(start.lastIndexOf("&"), start.indexOf("?"));
  return start.slice(0, Math.max(end, 0));
}

function versionProblems(text: string | undefined): LinkProblem[] {
  if (text === undefined || text === String(linkVersion)) return [];
  const sentence = /^[1-9]\d{0,8}$/.test(text)
    ? `The link was made by a newer version (${text}) of this page; what is understood here is used.`
    : `v = ${plainText(text)} was not understood: expected ${linkVersion}; used ${linkVersion}.`;
  return [{ key: "v", text: plainText(text), sentence }];
}

function misunderstood<T>(field: Field<T>, text: string): LinkProblem {
  const shown = plainText(text);
  const used = field.format(field.fallback) || "nothing";
  return {
    key: field.key,
    text: shown,
    sentence: `${field.key} = ${shown || "(empty)"} was not understood: expected ${field.requirement}; used ${used}.`,
  };
}

function unknownKey(key: string, text: string): LinkProblem {
  const shown = plainText(key);
  return { key: shown, text: plainText(text), sentence: `“${shown}” means nothing in this link; it was ignored.` };
}

function shortened(problems: readonly LinkProblem[]): readonly LinkProblem[] {
  const more = problems.length - mostProblemsShown;
  if (more <= 0) return problems;
  return [...problems.slice(0, mostProblemsShown), { key: "", text: "", sentence: `And ${more} more of this kind.` }];
}

function fieldList<S>(fields: Fields<S>): [keyof S, Field<S[keyof S]>][] {
  return Object.entries(fields) as [keyof S, Field<S[keyof S]>][];
}

function splitAt(text: string, separator: string): [before: string, after: string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

// As in a form: a space is written "+".
function encodeText(text: string): string {
  const wellFormed = text.replace(/\p{Surrogate}/gu, "\ufffd");
  return encodeURIComponent(wellFormed).replaceAll("%20", "+").replaceAll("%2C", ",");
}

function decodeText(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return undefined;
  }
}
