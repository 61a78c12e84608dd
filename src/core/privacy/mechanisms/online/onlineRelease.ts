import { checkLength, checkPositive } from "../../../checks.ts";
import { ParameterError } from "../../../errors.ts";
import { pointAt, pointCount, type Point, type Points } from "../../../points.ts";
import { queryPoint, askedNumber, checkRoom } from "./queryPoint.ts";
import type { OnlineNoise } from "./onlineNoise.ts";
import { noNeighbours, sortedNumbers } from "./sortedNumbers.ts";

export interface OnlineRelease {
  /**
   * Released values at points; a repeated point has its old value.
   *
   * @throws {ParameterError} for a point outside the domain, or too many points, before anything is drawn
   */
  query(at: Points): Float64Array;
}

/**
 * Online release: f + scale · noise at requested points, remembered. All values together cost once, however points were
 * chosen.
 *
 * @param estimate f_D at points, of the records and the points only. Private
 * @param noise of the kernel in whose norm σ is calibrated; of no other release
 * @param noiseScale σ = multiplier · Δ > 0
 * @param domain public interval for each coordinate; the whole space if absent
 * @param publish exact dither on a lattice, for values that leave the page
 * @see Hall, Rinaldo & Wasserman (2013), section 5, online; errata H3
 */
export function createOnlineRelease({
  estimate,
  noise,
  noiseScale,
  domain,
  publish = (value) => value,
}: {
  readonly estimate: (at: Points) => Float64Array;
  readonly noise: OnlineNoise;
  readonly noiseScale: number;
  readonly domain?: readonly (readonly [lower: number, upper: number])[];
  readonly publish?: (value: number) => number;
}): OnlineRelease {
  checkPositive("noiseScale", noiseScale);
  const { dimension } = noise;
  if (domain) checkLength("domain", domain, dimension);
  const answers = answersIn(dimension, noise.capacity);
  const outside = (i: number, place: readonly number[], lower: number, upper: number): never => {
    throw new ParameterError(`at[${i}]`, place.join(", "), `inside the domain, ${lower} to ${upper}`);
  };

  const only = { dimension: 1, coordinates: new Float64Array(1) };
  const [lower, upper] = domain?.[0] ?? [-Infinity, Infinity];
  const answerAlone = ({ coordinates }: Points): Float64Array => {
    const x = askedNumber("at[0]", coordinates);
    if (!(x >= lower && x <= upper)) outside(0, [x], lower, upper);
    only.coordinates[0] = x;
    let answer = answers.get(only.coordinates);
    if (answer === undefined) {
      checkRoom(noise.size(), noise.capacity);
      const exact = checkLength("estimate", estimate(only), 1);
      answer = publish(exact[0]! + noiseScale * noise.at(only.coordinates));
      answers.set(only.coordinates, answer);
    }
    return Float64Array.of(answer);
  };

  return {
    query: (at) => {
      if (at.dimension !== dimension) throw new ParameterError("at.dimension", at.dimension, `equal to ${dimension}`);
      if (dimension === 1 && at.coordinates.length === 1) return answerAlone(at);
      const places = Array.from({ length: pointCount(at) }, (_, i) =>
        queryPoint(pointAt(at, i), dimension, `at[${i}]`),
      );
      const fresh: (readonly number[])[] = [];
      const pending = places.length > 1 ? answersIn(dimension, places.length) : undefined;
      places.forEach((place, i) => {
        domain?.forEach(([lower, upper], k) => {
          if (!(place[k]! >= lower && place[k]! <= upper)) outside(i, place, lower, upper);
        });
        if (answers.get(place) !== undefined || pending?.get(place) !== undefined) return;
        pending?.set(place, 0);
        fresh.push(place);
      });
      if (noise.size() + fresh.length > noise.capacity) checkRoom(noise.capacity, noise.capacity);
      if (fresh.length > 0) {
        const coordinates = new Float64Array(fresh.length * dimension);
        fresh.forEach((place, i) => coordinates.set(place, i * dimension));
        const exact = checkLength("estimate", estimate({ dimension, coordinates }), fresh.length);
        fresh.forEach((place, i) => answers.set(place, publish(exact[i]! + noiseScale * noise.at(place))));
      }
      return Float64Array.from(places, (place) => answers.get(place)!);
    },
  };
}

interface Answers {
  readonly get: (place: Point) => number | undefined;
  readonly set: (place: Point, value: number) => void;
}

/** At most `capacity` values; on a line in a B-tree, since a growing hash table stalls. */
function answersIn(dimension: number, capacity: number): Answers {
  if (dimension === 1) {
    const sorted = sortedNumbers(capacity);
    const around = noNeighbours();
    return {
      get: (place) => {
        const x = place[0]!;
        sorted.neighbours(x, around);
        return around.leftKey === x ? around.leftValue : undefined;
      },
      set: (place, value) => sorted.insert(place[0]!, value),
    };
  }
  const known = new Map<string, number>();
  const keyOf = (place: Point) => Array.from(place).join();
  return { get: (place) => known.get(keyOf(place)), set: (place, value) => known.set(keyOf(place), value) };
}
