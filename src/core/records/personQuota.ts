import { refusal } from "../tables/refusal.ts";
import { countText } from "../numberFormats.ts";

/** Most persons told apart while a file is read, in about 200 MB. */
const mostPersons = 10_000_000;

/**
 * True while one more row of a person is within the bound: of each person the first `bound` rows are, whatever others
 * have.
 *
 * @param bound k ≥ 1, declared
 * @returns for a person's key, a number other than NaN
 * @throws {ParameterError} naming "column", beyond ten million persons
 */
export function personQuota(bound: number, most = mostPersons): (key: number) => boolean {
  let capacity = 2 ** 12;
  let keys = new Float64Array(capacity).fill(NaN);
  let used = new Uint32Array(capacity);
  let persons = 0;

  const placeOf = (key: number): number => {
    let place = hashOf(key) & (capacity - 1);
    for (let other = keys[place]!; !Number.isNaN(other) && other !== key; other = keys[place]!)
      place = (place + 1) & (capacity - 1);
    return place;
  };
  const grow = () => {
    const [oldKeys, oldUsed] = [keys, used];
    capacity *= 2;
    keys = new Float64Array(capacity).fill(NaN);
    used = new Uint32Array(capacity);
    oldKeys.forEach((key, i) => {
      if (Number.isNaN(key)) return;
      const place = placeOf(key);
      keys[place] = key;
      used[place] = oldUsed[i]!;
    });
  };

  return (key) => {
    let place = placeOf(key);
    if (Number.isNaN(keys[place]!)) {
      if (persons === most) {
        throw refusal(
          "column",
          `more than ${countText(most)} persons`,
          "one of fewer persons while a file is read piece by piece: let an engine count, whose query keeps the bound by a window",
        );
      }
      if (++persons > 0.7 * capacity) {
        grow();
        place = placeOf(key);
      }
      keys[place] = key;
    }
    return used[place]!++ < bound;
  };
}

const number = new Float64Array(1);
const words = new Uint32Array(number.buffer);

/** Halves of a double, mixed; −0 is 0. */
function hashOf(key: number): number {
  number[0] = key + 0;
  let h = Math.imul(words[0]! ^ Math.imul(words[1]!, 0x9e3779b1), 0x85ebca6b);
  h ^= h >>> 13;
  h = Math.imul(h, 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
