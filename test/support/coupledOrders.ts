import type { ClassifiedTable } from "../../src/core/records/classifiedRecords.ts";
import { uniformsOf } from "../../src/core/random/randomWords.ts";
import type { RandomWords } from "../../src/core/random/randomWords.ts";
import { shuffle } from "../../src/core/random/shuffle.ts";
import { rowsOfClasses, wordsOfShuffle } from "./drawnOrder.ts";

type Pair<T> = readonly [T, T];

/** The words that leave the records of each class in the order of their file. */
export function wordsOfFileOrder({ classOf, classCount }: ClassifiedTable): readonly number[] {
  return rowsOfClasses(classOf, classCount).flatMap((rows) => wordsOfShuffle(rows, rows));
}

/**
 * Words that draw orders of two neighbours such that each record of both is at one place: the coupling of Lemma 5 of
 * docs/proofs/tableRelease.md, which pairs every order of one with one of the other. Records that only one has are paired class
 * by class, as they come.
 *
 * @param words what the order of the first is drawn with
 */
export function coupledOrders(pair: Pair<ClassifiedTable>, words: RandomWords): Pair<readonly number[]> {
  const [one, other] = pair;
  const keys = pair.map(keysOf) as unknown as Pair<readonly string[]>;
  const partner = new Map(keys[1].map((key, i) => [key, i]));
  const classes = pair.map(({ classOf, classCount }) => rowsOfClasses(classOf, classCount)) as unknown as Pair<
    ReturnType<typeof rowsOfClasses>
  >;
  const random = uniformsOf(words);
  const drawn = classes[0].map((rows) => shuffle(rows.slice(), random));
  const coupled = drawn.map((order, own) => {
    const known = new Set(keys[0]);
    const news = classes[1][own]!.filter((i) => !known.has(keys[1][i]!));
    return order.map((i) => partner.get(keys[0][i]!) ?? news.shift()!);
  });
  if (one.points.coordinates.length !== other.points.coordinates.length) throw new Error("not neighbours");
  return [drawn, coupled].map((orders, which) =>
    orders.flatMap((order, own) => wordsOfShuffle(classes[which]![own]!, order)),
  ) as unknown as Pair<readonly number[]>;
}

/** What tells a record from all others. */
function keysOf({ points: { dimension: p, coordinates } }: ClassifiedTable): readonly string[] {
  return Array.from({ length: coordinates.length / p }, (_, i) => coordinates.slice(i * p, (i + 1) * p).join(" "));
}
