/** Numbers that are added one by one. @param make an array of a length */
export function growingNumbers<T extends Float64Array | Int32Array>(make: (length: number) => T) {
  let numbers = make(1024);
  let length = 0;
  return {
    add: (value: number) => {
      if (length === numbers.length) {
        const larger = make(2 * length);
        larger.set(numbers);
        numbers = larger;
      }
      numbers[length++] = value;
    },
    length: () => length,
    finish: () => numbers.slice(0, length) as T,
  };
}
