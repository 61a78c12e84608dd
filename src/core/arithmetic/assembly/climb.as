import { lookAfterMove, partnerOf } from "./coordinates";
import { at } from "./pairs";

// The steps of plain/climb.ts: both round alike except in the two searches.

let slopes: usize = 0;
let array: usize = 0;
let kink: f64 = 0;
let scale: f64 = 0;
let state: usize = 0;
let bestI: f64 = 0;
let bestJ: f64 = 0;
let bestGain: f64 = 0;

const none: f64 = -2;

@inline
function element(k: usize, i: i32): f64 {
  return load<f64>(slopes + k * array + at(i));
}

@inline
function put(k: usize, i: i32, value: f64): void {
  store<f64>(slopes + k * array + at(i), value);
}

@inline
function inRange(i: i32, to: f64): f64 {
  return min(element(7, i), max(element(6, i), to));
}

function best(i: i32, from: f64, slope: f64): f64 {
  const a = slope + element(4, i) * from;
  const soft = a > kink ? a - kink : a < -kink ? a + kink : 0;
  return inRange(i, soft / element(4, i));
}

function moveTo(i: i32, to: f64): f64 {
  const by = (to - element(1, i)) / scale, low = element(6, i), high = element(7, i);
  put(1, i, to);
  if (to == low || to == high) store<f64>(state, load<f64>(state, 24) + 1, 24);
  put(2, i, low - to);
  put(3, i, high - to);
  return by;
}

export function climb(
  coordinates: i32, count: i32, w: f64, uniform: i32, scaleOfRows: f64, places: i32, at4: i32, most: i32,
): i32 {
  slopes = at(coordinates);
  array = at(count);
  kink = w;
  scale = scaleOfRows;
  state = at(at4);
  const rows = at(places);
  let next = load<f64>(state), pairs = load<f64>(state, 16);
  if (next == none) next = lookAfterMove(coordinates, count, w, uniform, coordinates, 0, coordinates, 0);
  let needed = -1;
  while (next >= 0 && pairs < most) {
    const i = <i32>next, placeA = load<f64>(rows + at(i));
    if (placeA < 0) {
      needed = i;
      break;
    }
    const rowA = coordinates + <i32>placeA;
    if (load<f64>(state, 8) == none) {
      const coupling = 1 / (element(4, i) * scale * scale);
      const by = (best(i, element(1, i), element(0, i)) - element(1, i)) / scale;
      put(2, i, 0);
      put(3, i, 0);
      store<f64>(state, partnerOf(coordinates, count, w, uniform, rowA, by, coupling), 8);
    }
    const j = <i32>load<f64>(state, 8);
    if (j < 0 || j == i) {
      const a = moveTo(i, best(i, element(1, i), element(0, i)));
      next = lookAfterMove(coordinates, count, w, uniform, rowA, a, rowA, 0);
    } else {
      const placeB = load<f64>(rows + at(j));
      if (placeB < 0) {
        needed = j;
        break;
      }
      const rowB = coordinates + <i32>placeB;
      const coupling = load<f64>(at(rowA + j)) / scale;
      if (kink == 0) bestPair(i, j, coupling);
      else alternating(i, j, coupling);
      const a = moveTo(i, bestI);
      const b = moveTo(j, bestJ);
      next = lookAfterMove(coordinates, count, w, uniform, rowA, a, rowB, b);
    }
    store<f64>(state, none, 8);
    pairs += 1;
  }
  store<f64>(state, next);
  store<f64>(state, pairs, 16);
  return needed;
}

function bestPair(i: i32, j: i32, coupling: f64): void {
  const bi = element(1, i), bj = element(1, j), qi = element(4, i), qj = element(4, j);
  const si = element(0, i), sj = element(0, j);
  const lowI = element(6, i), highI = element(7, i), lowJ = element(6, j), highJ = element(7, j);
  const determinant = qi * qj - coupling * coupling;
  const freeI = bi + (si * qj - sj * coupling) / determinant;
  const freeJ = bj + (sj * qi - si * coupling) / determinant;
  const isInside = freeI >= lowI && freeI <= highI && freeJ >= lowJ && freeJ <= highJ;
  if (isInside && determinant > 1e-6 * qi * qj) {
    bestI = freeI;
    bestJ = freeJ;
    return;
  }
  bestI = bi;
  bestJ = bj;
  bestGain = -Infinity;
  consider(i, j, coupling, best(i, bi, si), bj);
  if (isInside) consider(i, j, coupling, freeI, freeJ);
  consider(i, j, coupling, lowI, inRange(j, bj + (sj - coupling * (lowI - bi)) / qj));
  consider(i, j, coupling, highI, inRange(j, bj + (sj - coupling * (highI - bi)) / qj));
  consider(i, j, coupling, inRange(i, bi + (si - coupling * (lowJ - bj)) / qi), lowJ);
  consider(i, j, coupling, inRange(i, bi + (si - coupling * (highJ - bj)) / qi), highJ);
}

function consider(i: i32, j: i32, coupling: f64, toI: f64, toJ: f64): void {
  const x = toI - element(1, i), y = toJ - element(1, j);
  const gain = x * (element(0, i) - 0.5 * element(4, i) * x - coupling * y) + y * (element(0, j) - 0.5 * element(4, j) * y);
  if (!(gain > bestGain)) return;
  bestGain = gain;
  bestI = toI;
  bestJ = toJ;
}

function alternating(i: i32, j: i32, coupling: f64): void {
  let atI = element(1, i), atJ = element(1, j), si = element(0, i), sj = element(0, j);
  for (let round = 0; round < 40; round++) {
    const moveI = best(i, atI, si) - atI;
    atI += moveI;
    si -= element(4, i) * moveI;
    sj -= coupling * moveI;
    const moveJ = best(j, atJ, sj) - atJ;
    atJ += moveJ;
    sj -= element(4, j) * moveJ;
    si -= coupling * moveJ;
    if (abs(moveI) + abs(moveJ) <= 1e-12) break;
  }
  bestI = inRange(i, atI);
  bestJ = inRange(j, atJ);
}
