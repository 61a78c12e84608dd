import { checkPositive, checkPositiveInteger } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { finiteLaw } from "../../random/finiteLaw.ts";
import type { WeightedOutcome } from "../../random/finiteLaw.ts";
import type { RandomSource } from "../../random/randomSource.ts";
import { uniformBelow } from "../../random/uniformBelow.ts";
import { rationalOf } from "../../special/rational.ts";

/** Places of one score, at one of which a number may be. */
export interface ScoredPlaces {
  /** How far these places are from what is wanted, a whole number ≥ 0. Private. */
  readonly score: bigint;
  /** How many they are, a whole number ≥ 0. Private; of all parts of a number together public, and at most 2⁵². */
  readonly count: number;
}

/** What several numbers are chosen by, all at once. */
export interface JointChoice {
  /** Of each number the parts of its places. */
  readonly numbers: readonly (readonly ScoredPlaces[])[];
  /**
   * w, a whole number > 0, public: neighbours change the difference of the largest scores of two combinations of places by
   * at most w. It is 2t where they change the score of each place of each number by at most t.
   */
  readonly range: bigint;
  /** ε > 0. */
  readonly epsilon: number;
}

/** Where a number is: in which of its parts, and at which of the places there, counted from 0. */
export interface ChosenPlace {
  readonly part: number;
  readonly place: number;
}

/** What all scores beyond the cap have of the law together is below 2⁻⁶⁴ of the best place's part of it. */
const capBits = 64;

/**
 * Places of several numbers, drawn at once from exact bits: ε-private as it leaves. The law is the exponential mechanism by the
 * largest of their scores,
 *
 *     P(p₁, …, p_d) ∝ exp(−(ε/w) min(c, max_j s_j(p_j))),   c = ⌈(b + 64) ln 2 · w/ε⌉,
 *
 * where b is the logarithm to base 2 of the number of all combinations of places. Whatever d is, ε is paid once: drawn one after
 * the other with ε/d each, numbers would have a rate of ε/dw.
 *
 * Combinations are drawn level by level. Those whose largest score is v are, without overlap, for each j those with p_j at v, the
 * numbers before it below v and those after it at v or below: products of counts. So the work grows with the parts, or with
 * c, not with the combinations.
 *
 * @param random as for `finiteLaw`, then a uniform draw for each number
 * @returns one for each number
 * @throws {ParameterError} if an argument is out of range, or a number has no place
 * @see docs/proofs/jointQuantiles.md, Lemma 1; McSherry & Talwar (2007), FOCS
 */
export function drawJointly({ random, ...choice }: JointChoice & { readonly random: RandomSource }): ChosenPlace[] {
  return jointExponentialMechanism(choice)(random);
}

/** The same for many draws, each of which costs ε. @throws {ParameterError} as there */
export function jointExponentialMechanism(choice: JointChoice): (random: RandomSource) => ChosenPlace[] {
  const { outcomes, boxOf, numbers } = levels(choice);
  const draw = finiteLaw(outcomes);
  return (random) => {
    const box = boxOf(draw(random));
    return numbers.map((places, j) => {
      const [from, to] = box[j]!;
      return placeAt(places, from + uniformBelow(to - from, random));
    });
  };
}

/** A number's places in order of their scores. */
interface OrderedPlaces {
  readonly order: readonly number[];
  readonly scores: readonly bigint[];
  /** How many places the first parts have together, shape (parts + 1,). */
  readonly ends: Float64Array;
}

/** From which place of a number to which, in the order of scores. */
type Stretch = readonly [from: number, to: number];

interface Levels {
  readonly outcomes: readonly WeightedOutcome[];
  readonly boxOf: (outcome: number) => readonly Stretch[];
  readonly numbers: readonly OrderedPlaces[];
}

function levels({ numbers: given, range, epsilon }: JointChoice): Levels {
  checkPositiveInteger("numbers.length", given.length);
  if (!(range > 0n)) throw new ParameterError("range", String(range), "positive");
  const { numerator, denominator } = rationalOf("epsilon", checkPositive("epsilon", epsilon));
  const totals = given.map((parts, j) => {
    const places = parts.reduce((sum, { count }) => sum + count, 0);
    if (places >= 1 && places <= 2 ** 52) return places;
    throw new ParameterError(`numbers[${j}]`, places, "from 1 to 2⁵² places");
  });
  const bits = totals.reduce((sum, count) => sum + Math.ceil(Math.log2(count)), capBits);
  const wanted = (Number(range) / epsilon) * Math.LN2 * bits;
  const cap = wanted < Infinity ? BigInt(Math.ceil(wanted)) : undefined;
  const numbers = given.map((parts) => ordered(parts, cap));
  const outcomes: WeightedOutcome[] = [];
  const boxes: { readonly number: number; readonly before: readonly number[]; readonly after: readonly number[] }[] =
    [];
  let before = numbers.map(() => 0);
  for (;;) {
    const level = leastOf(numbers.flatMap(({ scores }, j) => scores[before[j]!] ?? []));
    if (level === undefined) break;
    const after = numbers.map(({ scores }, j) => {
      let end = before[j]!;
      while (scores[end] === level) end++;
      return end;
    });
    const exponent = { numerator: numerator * level, denominator: range * denominator };
    for (const number of numbers.keys()) {
      const count = stretches(numbers, { number, before, after }).reduce(
        (product, [from, to]) => product * BigInt(to - from),
        1n,
      );
      if (count === 0n) continue;
      outcomes.push({ count, exponent });
      boxes.push({ number, before, after });
    }
    before = after;
  }
  return { outcomes, numbers, boxOf: (outcome) => stretches(numbers, boxes[outcome]!) };
}

/** The places of each number where that of one is on a level, of those before it below, of those after it on it or below. */
function stretches(
  numbers: readonly OrderedPlaces[],
  {
    number,
    before,
    after,
  }: { readonly number: number; readonly before: readonly number[]; readonly after: readonly number[] },
): readonly Stretch[] {
  return numbers.map(({ ends }, j) => [
    j === number ? ends[before[j]!]! : 0,
    j < number ? ends[before[j]!]! : ends[after[j]!]!,
  ]);
}

function ordered(parts: readonly ScoredPlaces[], cap: bigint | undefined): OrderedPlaces {
  const capped = parts.map(({ score }) => (cap !== undefined && score > cap ? cap : score));
  const order = Array.from(parts.keys())
    .filter((i) => parts[i]!.count > 0)
    .sort((a, b) => (capped[a]! < capped[b]! ? -1 : capped[a]! > capped[b]! ? 1 : 0));
  const ends = new Float64Array(order.length + 1);
  order.forEach((part, k) => (ends[k + 1] = ends[k]! + parts[part]!.count));
  return { order, ends, scores: order.map((part) => capped[part]!) };
}

function placeAt({ order, ends }: OrderedPlaces, place: number): ChosenPlace {
  let [low, high] = [0, order.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (ends[middle]! <= place) low = middle;
    else high = middle;
  }
  return { part: order[low]!, place: place - ends[low]! };
}

function leastOf(values: readonly bigint[]): bigint | undefined {
  return values.reduce<bigint | undefined>(
    (least, value) => (least === undefined || value < least ? value : least),
    undefined,
  );
}
