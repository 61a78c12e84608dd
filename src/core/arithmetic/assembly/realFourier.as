import { transform } from "./fourier";
import { at, firsts, madd, nmadd, seconds } from "./pairs";

/** By a complex transform of half the length: even places are its real, odd ones its imaginary parts. */
export function realForward(plan: i32, roots: i32, x: i32, re: i32, im: i32, work: i32): void {
  const P = at(plan), h = <i32>load<f64>(P);
  const X = at(x), zr = at(work), zi = zr + at(h);
  let k = 0;
  for (; k + 1 < h; k += 2) {
    const first = v128.load(X + at(2 * k)), second = v128.load(X + at(2 * k), 16);
    v128.store(zr + at(k), firsts(first, second));
    v128.store(zi + at(k), seconds(first, second));
  }
  if (k < h) {
    store<f64>(zr + at(k), load<f64>(X + at(2 * k)));
    store<f64>(zi + at(k), load<f64>(X + at(2 * k), 8));
  }
  const R = at(re), I = at(im);
  transform(P, zr, zi, 1, zr + at(2 * h), zr + at(4 * h), R, I);
  separate(R, I, h, at(roots));
}

/** From the transform of a + ib to half the transform of the sequence a₀, b₀, a₁, … */
function separate(re: usize, im: usize, h: i32, cosines: usize): void {
  const sines = cosines + at((h >> 1) + 1);
  const r0 = load<f64>(re), i0 = load<f64>(im), end = at(h);
  store<f64>(re, r0 + i0);
  store<f64>(re + end, r0 - i0);
  store<f64>(im, 0);
  store<f64>(im + end, 0);
  if (h == 1) return;
  const half = f64x2.splat(0.5);
  let k: usize = 8, l = end - 16;
  for (; k + 8 < l; k += 16, l -= 16) {
    const kr = v128.load(re + k), ki = v128.load(im + k);
    const lr = swapped(v128.load(re + l)), li = swapped(v128.load(im + l));
    const evenRe = f64x2.mul(half, f64x2.add(kr, lr)), evenIm = f64x2.mul(half, f64x2.sub(ki, li));
    const oddRe = f64x2.mul(half, f64x2.add(ki, li)), oddIm = f64x2.mul(half, f64x2.sub(lr, kr));
    const c = v128.load(cosines + k), s = v128.load(sines + k);
    const turnedRe = madd(oddRe, c, f64x2.mul(oddIm, s)), turnedIm = nmadd(oddRe, s, f64x2.mul(oddIm, c));
    v128.store(re + k, f64x2.add(evenRe, turnedRe));
    v128.store(im + k, f64x2.add(evenIm, turnedIm));
    v128.store(re + l, swapped(f64x2.sub(evenRe, turnedRe)));
    v128.store(im + l, swapped(f64x2.sub(turnedIm, evenIm)));
  }
  for (l += 8; k <= l; k += 8, l -= 8) {
    const kr = load<f64>(re + k), ki = load<f64>(im + k), lr = load<f64>(re + l), li = load<f64>(im + l);
    const evenRe = 0.5 * (kr + lr), evenIm = 0.5 * (ki - li), oddRe = 0.5 * (ki + li), oddIm = 0.5 * (lr - kr);
    const c = load<f64>(cosines + k), s = load<f64>(sines + k);
    const turnedRe = oddRe * c + oddIm * s, turnedIm = oddIm * c - oddRe * s;
    store<f64>(re + k, evenRe + turnedRe);
    store<f64>(im + k, evenIm + turnedIm);
    store<f64>(re + l, evenRe - turnedRe);
    store<f64>(im + l, turnedIm - evenIm);
  }
}

@inline
function swapped(a: v128): v128 {
  return v128.shuffle<f64>(a, a, 1, 0);
}

export function realSum(plan: i32, roots: i32, x: i32, re: i32, im: i32, work: i32): void {
  const P = at(plan), h = <i32>load<f64>(P);
  const zr = at(work), zi = zr + at(h);
  join(at(re), at(im), h, at(roots), zr, zi);
  transform(P, zi, zr, 1, zr + at(2 * h), zr + at(4 * h), zi, zr);
  const X = at(x);
  let k = 0;
  for (; k + 1 < h; k += 2) {
    const even = v128.load(zr + at(k)), odd = v128.load(zi + at(k));
    v128.store(X + at(2 * k), firsts(even, odd));
    v128.store(X + at(2 * k), seconds(even, odd), 16);
  }
  if (k < h) {
    store<f64>(X + at(2 * k), load<f64>(zr + at(k)));
    store<f64>(X + at(2 * k), load<f64>(zi + at(k)), 8);
  }
}

function join(re: usize, im: usize, h: i32, cosines: usize, zr: usize, zi: usize): void {
  const sines = cosines + at((h >> 1) + 1);
  const end = at(h);
  store<f64>(zr, load<f64>(re) + load<f64>(re + end));
  store<f64>(zi, load<f64>(re) - load<f64>(re + end));
  if (h == 1) return;
  let k: usize = 8, l = end - 16;
  for (; k + 8 < l; k += 16, l -= 16) {
    const kr = v128.load(re + k), ki = v128.load(im + k);
    const lr = swapped(v128.load(re + l)), li = swapped(v128.load(im + l));
    const evenRe = f64x2.add(kr, lr), evenIm = f64x2.sub(ki, li);
    const oddRe = f64x2.sub(kr, lr), oddIm = f64x2.add(ki, li);
    const c = v128.load(cosines + k), s = v128.load(sines + k);
    const turnedRe = nmadd(oddIm, s, f64x2.mul(oddRe, c)), turnedIm = madd(oddRe, s, f64x2.mul(oddIm, c));
    v128.store(zr + k, f64x2.sub(evenRe, turnedIm));
    v128.store(zi + k, f64x2.add(evenIm, turnedRe));
    v128.store(zr + l, swapped(f64x2.add(evenRe, turnedIm)));
    v128.store(zi + l, swapped(f64x2.sub(turnedRe, evenIm)));
  }
  for (l += 8; k <= l; k += 8, l -= 8) {
    const kr = load<f64>(re + k), ki = load<f64>(im + k), lr = load<f64>(re + l), li = load<f64>(im + l);
    const evenRe = kr + lr, evenIm = ki - li, oddRe = kr - lr, oddIm = ki + li;
    const c = load<f64>(cosines + k), s = load<f64>(sines + k);
    const turnedRe = oddRe * c - oddIm * s, turnedIm = oddIm * c + oddRe * s;
    store<f64>(zr + k, evenRe - turnedIm);
    store<f64>(zi + k, evenIm + turnedRe);
    store<f64>(zr + l, evenRe + turnedIm);
    store<f64>(zi + l, turnedRe - evenIm);
  }
}
