import { expect, test } from "vitest";
import type { Computation } from "../../src/core/release/contract.ts";
import type { OnlineOpened } from "../../src/core/release/onlineFunction.ts";
import type { PrivateRelease } from "../../src/core/release/privateRelease.ts";
import { lastOf } from "../../src/core/slices.ts";

/** With how many times as many pairs as usual. */
export const replayFactor = Number(process.env["AUDIT_FACTOR"] ?? 1);
/** Pairs of neighbours for each study, shared among its routes. */
const pairs = 2000 * replayFactor;

export const budget = { epsilon: 1, delta: 1e-5, calibration: "analytic" } as const;
export const drawing = { drawCount: 1, seed: "secure" } as const;

/** Expects numbers that follow a released function to be its last integers, and nothing else. */
export function numbersFollowIntegers(said: unknown): void {
  const { extra: beside = [], integers, lattice } = said as Partial<PrivateRelease>;
  beside.forEach(({ value, weight }, j) => {
    const released = weight * lattice! * integers!.at(j - beside.length)!;
    expect(Math.abs(value - released)).toBeLessThanOrEqual(1e-12 * Math.abs(released));
  });
}

/** What a task says, or refuses with. */
export function saidBy<P, R>(computation: Computation<P, R>, parameters: P): R | string {
  try {
    const computed = computation.run(parameters, (length) => new Float64Array(length));
    return isRun(computed) ? lastOf(computed) : computed;
  } catch (error) {
    return String(error);
  }
}

function isRun<R>(computed: R | Generator<number, R>): computed is Generator<number, R> {
  return typeof computed === "object" && computed !== null && "next" in computed;
}

const coveredByNoise = ["integers", "values", "pixels", "numbers"];

/** All of an answer but the numbers that noise covers, and what is made of them. */
function publicPartOf(said: unknown, noisy: readonly string[]): string {
  return JSON.stringify(said, (key, value: unknown) => {
    if (key === "extra") return (value as readonly object[]).map((further) => ({ ...further, value: "a number" }));
    if (ArrayBuffer.isView(value)) {
      const numbers = value as Float64Array;
      return noisy.includes(key) ? numbers.length : Array.from(numbers);
    }
    return noisy.includes(key) ? "numbers" : value;
  });
}

/** What a task says of two neighbours, with one seed. */
export type Ask = (seed: number) => readonly [unknown, unknown];

/** Runs a task on two neighbours. */
export function asked<P, R>(
  tasks: readonly [Computation<P, R>, Computation<P, R>],
  parameters: P,
): [R | string, R | string] {
  return [saidBy(tasks[0], parameters), saidBy(tasks[1], parameters)];
}

interface OnlineTasks<P> {
  readonly onlineOpen: Computation<P, OnlineOpened>;
  readonly onlinePaid: Computation<{ readonly session: number; readonly entry: string }, undefined>;
  readonly onlineAsk: Computation<{ readonly session: number; readonly at: Float64Array }, Float64Array>;
}

/** Opens an online release of two neighbours, asks before it is paid and after, in any order, of every fifth outside too. */
export function askedOnline<P>(
  ofBoth: readonly [OnlineTasks<P>, OnlineTasks<P>],
  parameters: P,
  seed: number,
): readonly [unknown, unknown] {
  const at = Float64Array.from([0.3, 0.9, 0.1, 0.3, ...(seed % 5 === 0 ? [9] : [])]);
  return ofBoth.map((tasks) => {
    const opened = saidBy(tasks.onlineOpen, parameters);
    if (typeof opened === "string") return opened;
    const { session } = opened;
    const unpaid = saidBy(tasks.onlineAsk, { session, at });
    saidBy(tasks.onlinePaid, { session, entry: "ab".repeat(16) });
    const values = saidBy(tasks.onlineAsk, { session, at });
    return { opened, unpaid, ...(typeof values === "string" ? { refusal: values } : { values }) };
  }) as unknown as [unknown, unknown];
}

/** A task, the share of the pairs that it gets, and what is asked of it. */
export type ReplayRoute = readonly [name: string, share: number, ask: Ask];

/**
 * Tests that run each task on pairs of neighbours with the same bits: whatever is not drawn must be the same, to the last bit,
 * refusals included.
 *
 * @param bits whose seed the random sources of the tasks start from
 * @param noisy the names of what is drawn
 * @param leastDifferent the share of pairs of which what is drawn must differ: they are not the same data
 */
export function replaying(
  bits: { seed: number },
  routes: readonly ReplayRoute[],
  {
    of = pairs,
    noisy = coveredByNoise,
    leastDifferent = 1 / 3,
    also,
  }: {
    /** How many pairs the routes share. */
    readonly of?: number;
    readonly noisy?: readonly string[];
    readonly leastDifferent?: number;
    /** What must hold of each answer besides. */
    readonly also?: (said: unknown) => void;
  } = {},
): void {
  const whole = routes.reduce((sum, [, share]) => sum + share, 0);
  test.each(routes)("%s", { timeout: 3_600_000 }, (_, share, ask) => {
    let [refused, different] = [0, 0];
    const count = Math.ceil((of * share) / whole);
    for (let seed = 1; seed <= count; seed++) {
      bits.seed = seed;
      const [one, other] = ask(seed);
      const [ofOne, ofOther] = [publicPartOf(one, noisy), publicPartOf(other, noisy)];
      if (ofOne !== ofOther) expect(ofOther).toBe(ofOne);
      if (typeof one === "string") refused++;
      if (JSON.stringify(one) !== JSON.stringify(other)) different++;
      [one, other].forEach((said) => also?.(said));
    }
    // What is compared is a release: on none of them does a solver give up.
    expect(refused).toBe(0);
    expect(different).toBeGreaterThan(count * leastDifferent);
  });
}
