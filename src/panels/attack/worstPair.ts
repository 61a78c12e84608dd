import type { AttackAnswer, RecordMove } from "../../core/release/attacking.ts";
import type { Outcome } from "../../engine/outcome.ts";
import type { Job } from "../hooks/useJob.ts";
import type { AttackSubject } from "./attackSubject.ts";

type Searched = Pick<AttackSubject, "count" | "fields" | "valuesOf" | "ask">;

/** Moves in shares of a range, one after another. */
const steps = [1 / 2, 1 / 4, 1 / 8, 1 / 16, 1 / 32];
const triedRecords = 12;

/**
 * Climbs to a pair of neighbours far apart: from the best of some records moved to the ends of all ranges, by smaller
 * and smaller moves, and by other records with the same change.
 */
export async function worstPair(of: Searched, job: Partial<Job>): Promise<Outcome<AttackAnswer>> {
  let best: AttackAnswer | undefined;
  for (const [k, moves] of [firstMoves, ...steps.map((step) => movesAround(step))].entries()) {
    const done = (share: number) => job.onProgress?.((k + share) / (steps.length + 1));
    const outcome = await of.ask({ moves: moves(of, best?.move, k) }, { ...job, onProgress: done });
    if (!outcome.ok) return outcome;
    best = outcome.value;
    if (best.distance > 0.999 * best.sensitivity) break;
  }
  return { ok: true, value: best! };
}

function firstMoves(of: Searched): readonly RecordMove[] {
  const { fields, valuesOf } = of;
  return recordsOf(of, 0).flatMap((record) => {
    const places = [valuesOf(record), fields.map(({ min }) => min), fields.map(({ max }) => max)];
    return inEachClass(of, places).flatMap((to) => movesTo(of, record, to));
  });
}

const movesAround =
  (step: number) =>
  (of: Searched, best: RecordMove | undefined, turn: number): readonly RecordMove[] => {
    const { record, to } = best!;
    const now = of.valuesOf(record);
    const nearer = of.fields.flatMap(({ min, max, choices }, k) => {
      if (choices) return [];
      return [-step, step].map((share) => to.with(k, Math.min(max, Math.max(min, to[k]! + share * (max - min)))));
    });
    const others = recordsOf(of, turn).flatMap((other) => {
      const values = of.valuesOf(other);
      const changed = values.map((value, k) => (to[k] === now[k] ? value : to[k]!));
      return inEachClass(of, [changed]).flatMap((place) => movesTo(of, other, place));
    });
    return [best!, ...inEachClass(of, nearer).flatMap((place) => movesTo(of, record, place)), ...others];
  };

/** Evenly among all, others in each turn. */
function recordsOf({ count }: Searched, turn: number): readonly number[] {
  const tried = Math.min(triedRecords, count);
  const shift = turn / (steps.length + 1);
  return Array.from({ length: tried }, (_, i) => Math.floor(((i + shift) * count) / tried));
}

function inEachClass({ fields }: Searched, places: readonly (readonly number[])[]): readonly (readonly number[])[] {
  return fields.reduce(
    (found, { choices }, k) =>
      choices ? found.flatMap((place) => choices.map(({ value }) => place.with(k, value))) : found,
    places,
  );
}

function movesTo({ valuesOf }: Searched, record: number, to: readonly number[]): readonly RecordMove[] {
  const now = valuesOf(record);
  return to.some((x, k) => x !== now[k]) ? [{ record, to }] : [];
}
