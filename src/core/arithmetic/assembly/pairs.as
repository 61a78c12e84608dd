// Pairs of doubles, and arrays named by the index of their first element in memory.

/** a·b + c, rounded once where the machine can and the module was built for it, else twice. */
@inline
export function madd(a: v128, b: v128, c: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f64x2.relaxed_madd(a, b, c);
  return f64x2.add(f64x2.mul(a, b), c);
}

/** c − a·b, rounded likewise. */
@inline
export function nmadd(a: v128, b: v128, c: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f64x2.relaxed_nmadd(a, b, c);
  return f64x2.sub(c, f64x2.mul(a, b));
}

@inline
export function firsts(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 0, 2);
}

@inline
export function seconds(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 1, 3);
}

/** a where the mask is set, all bits of a lane or none; b elsewhere. */
@inline
export function select(a: v128, b: v128, mask: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return i64x2.relaxed_laneselect(a, b, mask);
  return v128.bitselect(a, b, mask);
}

@inline
export function at(index: i32): usize {
  return <usize>index << 3;
}
