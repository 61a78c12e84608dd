export function indicesOfNonzero(v: Float64Array): Int32Array {
  const indices = new Int32Array(v.length);
  let count = 0;
  for (let j = 0; j < v.length; j++) if (v[j] !== 0) indices[count++] = j;
  return indices.subarray(0, count);
}
