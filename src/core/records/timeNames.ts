import { isMonthOfYear, readDate, readTimeOfDay } from "../tables/cells/dateCell.ts";

interface NamedTimes {
  /** In the order of time. */
  readonly names: readonly string[];
  readonly times: Float64Array;
  /** "" for none. */
  readonly unit: string;
}

const units: Readonly<Record<string, RegExp>> = {
  "": /^(?:t|times?|age|zeit|alter|temps)$/,
  s: /^(?:s|secs?|seconds?|sek|sekunden?)$/,
  min: /^(?:mins?|minutes?|minuten?)$/,
  h: /^(?:h|hrs?|hours?|std|stunden?|heures?)$/,
  days: /^(?:d|days?|tage?|jours?|d[ií]as?)$/,
  weeks: /^(?:w|wks?|weeks?|wochen?|semaines?|semanas?)$/,
  months: /^(?:mo|months?|monate?|mois|mes(?:es)?)$/,
  years: /^(?:y|yrs?|years?|jahre?|ans?|a[nñ]os?)$/,
};

const plain = /^X?([-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?)$/;
const wordFirst = /^(\p{L}{1,10})[ _.]?(-?\d+(?:[.,]\d+)?)$/u;
const wordLast = /^(-?\d+(?:[.,]\d+)?)[ _.-]?[[(]?(\p{L}{1,10})[\])]?$/u;

/** Time in a name, and the writing that an axis has in common. */
function timeIn(given: string): { readonly time: number; readonly alike: string; readonly unit: string } | undefined {
  // A repeated name: "5 (2)".
  const name = given.replace(/ \(\d+\)$/, "");
  const number = plain.exec(name)?.[1];
  if (number !== undefined) return { time: Number(number), alike: name.startsWith("X") ? "X" : "number", unit: "" };
  const clock = readTimeOfDay(name);
  if (!Number.isNaN(clock)) return { time: clock, alike: "time", unit: "time" };
  const day = /^\d{4}-\d{2}(?:-\d{2}|$)/.test(name) || isMonthOfYear(name) ? readDate(name, "dayFirst") : NaN;
  if (!Number.isNaN(day)) return { time: day, alike: "date", unit: "date" };
  const first = wordFirst.exec(name);
  const [word, digits] = first ? [first[1]!, first[2]!] : (wordLast.exec(name)?.slice(1).toReversed() ?? []);
  if (word === undefined || digits === undefined || (first && /^[a-z]$/i.test(word) && !/[tdwh]/i.test(word)))
    return undefined;
  const unit = Object.keys(units).find((each) => units[each]!.test(word.toLowerCase()));
  return unit === undefined
    ? undefined
    : { time: Number(digits.replace(",", ".")), alike: `${first ? "before" : "after"} ${word}`, unit };
}

/** Numbers, clocks and dates are times from two on, words with a number from three on. */
const fewest = (alike: string) => (alike === "number" || alike === "time" || alike === "date" ? 2 : 3);

/**
 * The names that are times: "0.5", "X0.5", "t0", "hour_0", "Week 1", "0min", "00:00", "May 2024". The commonest way of writing
 * counts; undefined where too few are written so.
 */
export function namedTimes(names: readonly string[]): NamedTimes | undefined {
  const found = names.flatMap((name) => {
    const told = timeIn(name);
    return told && Number.isFinite(told.time) ? [{ name, ...told }] : [];
  });
  const counts = new Map<string, number>();
  for (const { alike } of found) counts.set(alike, (counts.get(alike) ?? 0) + 1);
  const [most, count] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), ["", 0]);
  if (count === 0 || count < fewest(most)) return undefined;
  const chosen = found.filter(({ alike }) => alike === most).sort((a, b) => a.time - b.time);
  return {
    names: chosen.map(({ name }) => name),
    times: Float64Array.from(chosen, ({ time }) => time),
    unit: chosen[0]!.unit,
  };
}

/** Times of all these names, in order; undefined where one is none. */
export function timesOfNames(names: readonly string[]): Float64Array | undefined {
  const named = namedTimes(names);
  if (!named || named.names.length < names.length) return undefined;
  const timeOf = new Map(named.names.map((name, k) => [name, named.times[k]!]));
  return Float64Array.from(names, (name) => timeOf.get(name)!);
}
