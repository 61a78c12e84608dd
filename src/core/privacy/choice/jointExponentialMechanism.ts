import { checkPositive, checkPositiveInteger } from "../../checks.ts";
import { ParameterError } from "../../errors.ts";
import { finiteLaw, type WeightedOutcome } from "../../random/finiteLaw.ts";
import type { RandomSource } from "../../random/randomSource.ts";
import { uniformBelow } from "../../random/uniformBelow.ts";
import { rationalOf } from "../../special/rational.ts";

/** Places of equal score for one number. */
export interface ScoredPlaces {
  /** Distance from the wanted place, whole, ≥ 0. Private. */
  readonly score: bigint;
  /** Number of these places. Private; their sum for a number is public, at most 2⁵². */
  readonly count: number;
}

export interface JointChoice {
  readonly numbers: readonly (readonly ScoredPlaces[])[];
  /**
   * w > 0, whole, public: bound on the change of a difference of two largest scores; 2t if each score changes by at
   * most t.
   */
  readonly range: bigint;
  /** ε > 0 */
  readonly epsilon: number;
}

export interface ChosenPlace {
  readonly part: number;
  readonly place: number;
}

/** Scores beyond the cap have together less than 2⁻⁶⁴ of the probability of the best place. */
const capBits = 64;

/**
 * Places of several numbers, drawn jointly from exact bits, ε-private: the exponential mechanism with the largest
 * score,
 *
 *     P(p₁, …, p_d) ∝ exp(−(ε/w) min(c, max_j s_j(p_j))),   c = ⌈(b + 64) ln 2 · w/ε⌉,
 *
 * 2ᵇ the number of combinations.
 *
 * @param random as for `finiteLaw`, then a uniform draw for each number
 * @returns one place per number
 * @see docs/proofs/jointQuantiles.md, Lemma 1; McSherry & Talwar (2007), FOCS
 */
export function drawJointly({ random, ...choice }: JointChoice & { readonly random: RandomSource }): ChosenPlace[] {
  return jointExponentialMechanism(choice)(random);
}

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

interface OrderedPlaces {
  readonly order: readonly number[];
  readonly scores: readonly bigint[];
  /** Cumulative numbers of places, shape (parts + 1,). */
  readonly ends: Float64Array;
}

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
  const boxes: Box[] = [];
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

/** A number on a level, earlier ones below it, later ones at most on it. */
interface Box {
  readonly number: number;
  readonly before: readonly number[];
  readonly after: readonly number[];
}

function stretches(numbers: readonly OrderedPlaces[], { number, before, after }: Box): readonly Stretch[] {
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
