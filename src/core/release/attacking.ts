import { ParameterError } from "../errors.ts";
import { axisPlaces, gridCoordinates, type GridAxis, type ShownAxis } from "../grids.ts";
import { unitRateKernel } from "../kernels/unitRateKernel.ts";
import type { Points } from "../points.ts";
import { attackedDistance, type AttackedPair } from "../privacy/attack/attackedPair.ts";
import { faultyAttackOn, type Fault } from "../privacy/attack/faults.ts";
import { playing, type Played } from "../privacy/attack/playing.ts";
import { denseNoiseSampler } from "../privacy/mechanisms/denseNoise.ts";
import type { NoiseKernel } from "../privacy/mechanisms/unitNoise.ts";
import { shownSource } from "../random/shownSource.ts";
import { remember } from "../remember.ts";
import { lastOf, portion } from "../slices.ts";
import { postMapped } from "./postMap.ts";
import type { GridTarget, ReleaseTarget } from "./releaseTarget.ts";

/** A function as an attacker meets it: numbers that leave, noise, and picture. */
export interface AttackedFunction extends Omit<AttackedPair, "first" | "second" | "scale"> {
  /** Private. */
  readonly numbers: Float64Array;
  /** Δ in the norm of `attackedDistance`; public. */
  readonly sensitivity: number;
  /** The scale of the noise at multiplier 1; Δ if absent. */
  readonly unit?: number | undefined;
  /** Values of numbers, as shown, first axis fastest. */
  readonly shownOf: (numbers: Float64Array) => Float64Array;
  readonly axes: readonly ShownAxis[];
}

/** A record that becomes another, in the study's values. */
export interface RecordMove {
  readonly record: number;
  readonly to: readonly number[];
  /** A single number multiplies a curve's distance from this; 0 if absent. */
  readonly about?: number;
  /** In place of its own row. */
  readonly from?: readonly number[];
}

/** A question about one pair of neighbours, or about the worst of many. */
export interface AttackRequest<P> {
  readonly parameters: P;
  /** The pair farthest apart is taken. */
  readonly moves: readonly RecordMove[];
  /** On the worst table that a study knows. */
  readonly isWorst?: boolean;
  /** Rounds to be played, and the mechanism that draws them. */
  readonly play?:
    | {
        readonly rounds: number;
        /** `accusingThreshold` of the claim. */
        readonly threshold: number;
        readonly fault: Fault;
        readonly multiplier: number;
        /** Seed of coins and noise, or "secure" for the cryptographic source. */
        readonly seed: number | "secure";
      }
    | undefined;
}

/** A pair of neighbours and its rounds. **Private.** */
export interface AttackAnswer {
  readonly move: RecordMove;
  readonly law: AttackedPair["law"];
  readonly distance: number;
  readonly sensitivity: number;
  readonly unit: number;
  readonly pointMass: number | undefined;
  /** False for coordinates and entries, whose noise is independent. */
  readonly isCorrelated: boolean;
  /** |f′ − f|, number by number, of Laplace noise. */
  readonly shifts: Float64Array | undefined;
  readonly numberCount: number;
  /** f and f′ along the first axis, where they differ most on the others. */
  readonly line: AttackedLine;
  readonly change: AttackedChange;
  readonly played:
    | (Omit<Played, "last"> & Pick<Played["last"], "isSecond" | "loss"> & { drawn: Float64Array })
    | undefined;
}

/** f′ − f at places along each axis, first axis fastest. */
export interface AttackedChange {
  readonly places: readonly Float64Array[];
  readonly values: Float64Array;
}

export interface AttackedLine {
  readonly places: Float64Array;
  readonly first: Float64Array;
  readonly second: Float64Array;
  readonly at: readonly number[];
}

interface AttackedStudy<P> {
  readonly functionOf: (
    parameters: P,
    move: RecordMove | undefined,
    record: number,
  ) => Generator<number, AttackedFunction>;
  /** True if a record changes only its own numbers. */
  readonly isRowByRow?: boolean;
  /** A number that a careless curator computes from the records and publishes. */
  readonly settingOf: (move: RecordMove | undefined) => number;
}

/**
 * Attacks on the records and the records with a move. The last pair is remembered. Private.
 *
 * @throws {ParameterError} as the study's function, or if there is no move
 */
export function attacking<P>({ functionOf, settingOf, isRowByRow = false }: AttackedStudy<P>) {
  const known = remember((key: { readonly parameters: P; readonly move: RecordMove | undefined }) => ({
    ...key,
    made: undefined as AttackedFunction | undefined,
  }));
  const base = remember((key: { readonly parameters: P; readonly record: number; readonly before?: RecordMove }) => ({
    ...key,
    made: undefined as AttackedFunction | undefined,
  }));
  const beforeOf = ({ record, from }: RecordMove) => from && { record, to: from };
  return function* ({ parameters, moves, play }: AttackRequest<P>): Generator<number, AttackAnswer> {
    if (moves.length === 0) throw new ParameterError("moves", 0, "at least one");
    let best: { readonly move: RecordMove; readonly from: AttackedFunction; readonly to: AttackedFunction } | undefined;
    let farthest = -1;
    // Noise that is independent from point to point hides no difference by its smoothness.
    const isRough = play?.fault === "rough";
    for (const [k, move] of moves.entries()) {
      const share = (part: number) => (0.8 * (k + part)) / moves.length;
      const before = beforeOf(move);
      const first = base({ parameters, record: isRowByRow ? move.record : 0, ...(before && { before }) });
      const from = (first.made ??= yield* portion(functionOf(parameters, before, move.record), share(0), share(0.5)));
      const second = known({ parameters, move });
      const to = (second.made ??= yield* portion(functionOf(parameters, move, move.record), share(0.5), share(1)));
      const own = attackedDistance({
        ...from,
        first: from.numbers,
        second: to.numbers,
        ...(isRough && { factor: undefined }),
      });
      if (own > farthest) [best, farthest] = [{ move, from, to }, own];
      yield share(1);
    }
    const { move, from: made, to: of } = best!;
    const { law, factor, sensitivity, unit = sensitivity, pointMass } = made;
    const pair = { first: made.numbers, second: of.numbers, law, factor, pointMass };
    const places = lineOf(made, of);
    let played: AttackAnswer["played"];
    if (play) {
      const settings = [settingOf(beforeOf(move)), settingOf(move)] as const;
      const attack = faultyAttackOn({ ...pair, scale: play.multiplier * unit }, play.fault, settings);
      const { last, ...counts } = yield* portion(playing(attack, play, shownSource(play.seed)), 0.8, 1);
      const { isSecond, loss, released } = last;
      played = { ...counts, isSecond, loss, drawn: places.along(made.shownOf(released.numbers)) };
    }
    return {
      move,
      law,
      distance: attackedDistance(pair),
      sensitivity,
      unit,
      pointMass,
      isCorrelated: factor !== undefined,
      shifts: law === "laplace" ? pair.first.map((value, i) => Math.abs(pair.second[i]! - value)) : undefined,
      numberCount: pair.first.length,
      line: places.line,
      change: places.change,
      played,
    };
  };
}

function lineOf({ numbers, shownOf, axes }: AttackedFunction, second: AttackedFunction) {
  const [before, after] = [shownOf(numbers), shownOf(second.numbers)];
  const values = after.map((value, i) => value - before[i]!);
  let most = 0;
  values.forEach((value, i) => {
    if (Math.abs(value) > Math.abs(values[most]!)) most = i;
  });
  const { count } = axes[0]!;
  const row = Math.floor(most / count);
  const along = (values: Float64Array) => values.slice(row * count, (row + 1) * count);
  let rest = row;
  const at = axes.slice(1).map((axis) => {
    const place = axisPlaces(axis)[rest % axis.count]!;
    rest = Math.floor(rest / axis.count);
    return place;
  });
  return {
    along,
    line: { places: axisPlaces(axes[0]!), first: along(before), second: along(after), at },
    change: { places: axes.map(axisPlaces), values },
  };
}

/** Mean plus standard deviation of each column of a table by rows, summed: turning one row over changes it, too. Private. */
export function spreadOf(values: Float64Array, columns = 1): number {
  const rows = values.length / columns;
  let sum = 0;
  for (let k = 0; k < columns; k++) {
    let [mean, square] = [0, 0];
    for (let i = k; i < values.length; i += columns) mean += values[i]! / rows;
    for (let i = k; i < values.length; i += columns) square += (values[i]! - mean) ** 2 / rows;
    sum += mean + Math.sqrt(square);
  }
  return sum;
}

const mostNumbers = 484;

/**
 * A target as an attacker meets it. Of a fine grid she reads at most 484 points, whose distance is at most the RKHS
 * norm. Coordinates are all read.
 *
 * @see Hall, Rinaldo & Wasserman (2013), sections 3.2 and 4.3
 */
export function* attackedTarget(
  target: ReleaseTarget,
  factorOf: (noise: NoiseAtPoints) => Float64Array,
): Generator<number, AttackedFunction> {
  const estimate = yield* target.estimating();
  const { scale, offset } = target.units;
  const inUnits = (values: Float64Array) => values.map((value) => offset + scale * value);
  const sensitivity = target.sensitivity.value;
  if (target.kind === "gaussianCoordinates") {
    const shownOf = (numbers: Float64Array) => inUnits(lastOf(target.evaluate(numbers)));
    return { numbers: estimate, law: "gaussian", sensitivity, shownOf, axes: target.axes };
  }
  const { copies = 1, extra = [], grid, kernel, jitter } = target;
  const { indices, axes } = thinned(target, copies);
  const size = grid.axes.reduce((product, { count }) => product * count, 1);
  const of = (part: number) => indices.map((i) => estimate[part * size + i]!);
  const numbers = Float64Array.from([
    ...Array.from({ length: copies }, (_, part) => Array.from(of(part))).flat(),
    ...estimate.subarray(copies * size),
  ]);
  const whole = indices.length === size && extra.length === 0;
  const { postMap } = target;
  const shownOf = (values: Float64Array) => {
    if (postMap && whole) return postMapped(postMap, values);
    return inUnits(values.subarray(0, copies * indices.length));
  };
  const factor = factorOf({ kernel, axes: axes.map(({ inKernel }) => inKernel), jitter, copies, extra: extra.length });
  return {
    numbers,
    law: "gaussian",
    factor,
    sensitivity,
    shownOf,
    axes: postMap && whole ? postMap.axes : [...axes.map(({ shown }) => shown), ...target.axes.slice(axes.length)],
  };
}

interface NoiseAtPoints {
  readonly kernel: NoiseKernel;
  readonly axes: readonly (readonly number[])[];
  readonly jitter: number;
  readonly copies: number;
  readonly extra: number;
}

/** Factor L of noise, LLᵀ ⪰ K + τI, in blocks: copies, then extra numbers. Remembers the last. */
export const rememberedFactor = () =>
  remember(({ kernel, axes, jitter, copies, extra }: NoiseAtPoints): Float64Array => {
    const [along, across = [0]] = axes;
    const isPlane = axes.length === 2;
    const rates = kernel.type === "productExponential" ? kernel.rates : [1, 1];
    const coordinates = Float64Array.from(
      across.flatMap((y) => along!.flatMap((x) => (isPlane ? [x * rates[0]!, y * rates[1]!] : [x * rates[0]!]))),
    );
    const at: Points = { dimension: axes.length, coordinates };
    const L = denseNoiseSampler({ kernel: unitRateKernel(kernel), at, jitter }).factor();
    const m = coordinates.length / axes.length;
    if (copies === 1 && extra === 0) return L;
    const all = copies * m + extra;
    const blocks = new Float64Array(all * all);
    for (let part = 0; part < copies; part++)
      for (let i = 0; i < m; i++) blocks.set(L.subarray(i * m, (i + 1) * m), (part * m + i) * all + part * m);
    for (let i = copies * m; i < all; i++) blocks[i * all + i] = 1;
    return blocks;
  });

function thinned({ grid, axes }: Pick<GridTarget, "grid" | "axes">, copies: number) {
  const most = Math.max(2, Math.floor((mostNumbers / copies) ** (1 / grid.axes.length)));
  const read = grid.axes.map((axis: GridAxis, k) => {
    const count = Math.min(most, axis.count);
    const places = Array.from({ length: count }, (_, i) => Math.round((i * (axis.count - 1)) / (count - 1)));
    const [inKernel, shown] = [gridCoordinates(axis), axisPlaces(axes[k]!)];
    const at = Float64Array.from(places, (i) => shown[i]!);
    return { places, inKernel: places.map((i) => inKernel[i]!), shown: { ...axes[k]!, count, at } };
  });
  const [along, across] = read;
  const stride = grid.axes[0]!.count;
  const indices = (across?.places ?? [0]).flatMap((j) => along!.places.map((i) => i + j * stride));
  return { indices, axes: read };
}
