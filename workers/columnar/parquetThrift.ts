import type { DataReader } from "hyparquet/src/types.js";
import { readVarInt } from "hyparquet/src/thrift.js";
import { refusal } from "../../src/core/tables/refusal.ts";

const deepest = 32;
const longestNumber = 10;

const damagedThrift = () => refusal("file", "a Parquet file whose metadata are damaged", "whole");

/**
 * Follows a struct as the decoder does, without its memory: a few bytes can announce more elements than memory holds.
 *
 * @param reader moves to the end of the struct
 * @throws {ParameterError} if a list has more elements than bytes follow, or structs are nested too deeply
 * @throws {RangeError} if the struct has no end
 * @see https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md
 */
export function checkThrift(reader: DataReader): void {
  const { view } = reader;
  const byte = () => view.getUint8(reader.offset++);
  const count = () => {
    const found = readVarInt(reader);
    if (!(found >= 0 && found <= view.byteLength - reader.offset)) throw damagedThrift();
    return found;
  };
  const skipNumber = () => {
    for (let length = 1; byte() >= 128; length++) if (length === longestNumber) throw damagedThrift();
  };
  const skip = (type: number, depth: number): void => {
    if (depth > deepest) throw damagedThrift();
    if (type === 3) byte();
    else if (type >= 4 && type <= 6) skipNumber();
    else if (type === 7) reader.offset += 8;
    else if (type === 8) {
      const length = count();
      reader.offset += length;
    } else if (type === 9) {
      const head = byte();
      const size = head >> 4 === 15 ? count() : head >> 4;
      const element = head & 15;
      for (let k = 0; k < size; k++) skip(element === 1 || element === 2 ? 3 : element, depth + 1);
    } else if (type === 12) {
      for (let field = byte(); (field & 15) !== 0; field = byte()) {
        if (field >> 4 === 0) skipNumber();
        skip(field & 15, depth + 1);
      }
    } else if (type !== 1 && type !== 2) throw damagedThrift();
  };
  skip(12, 0);
}
