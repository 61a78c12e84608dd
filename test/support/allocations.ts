const watched = ["ArrayBuffer", "Uint8Array", "Int32Array", "Float32Array", "Float64Array", "BigInt64Array", "Array"];

/** The bytes that some work asks for at once and in all, and its outcome: what arrays of a stated length take. */
export async function allocations(work: () => Promise<unknown>) {
  const all = globalThis as unknown as Record<string, new (...given: unknown[]) => object>;
  const before = watched.map((name) => [name, all[name]!] as const);
  let [largest, total] = [0, 0];
  const count = (bytes: number) => {
    largest = Math.max(largest, bytes);
    total += bytes;
  };
  const { from } = Array;
  for (const [name, constructor] of before) {
    const perItem =
      (constructor as { readonly BYTES_PER_ELEMENT?: number }).BYTES_PER_ELEMENT ?? (name === "Array" ? 8 : 1);
    all[name] = new Proxy(constructor, {
      construct: (target, given, newTarget) => {
        if (typeof given[0] === "number" && given.length === 1) count(perItem * given[0]);
        return Reflect.construct(target, given, newTarget) as object;
      },
    });
  }
  Array.from = ((given: { readonly length?: number }, ...others: []) => {
    count(8 * (given.length ?? 0));
    return from(given as ArrayLike<unknown>, ...others);
  }) as typeof Array.from;
  try {
    return { value: await work(), largest, total };
  } catch (error) {
    return { error: error as Error, largest, total };
  } finally {
    for (const [name, constructor] of before) all[name] = constructor;
    Array.from = from;
  }
}
