const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let k = 0; k < 8; k++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** The checksum of ZIP of some bytes. @param before that of the bytes before them */
export function crc32(bytes: Uint8Array, before = 0): number {
  let sum = ~before;
  for (let i = 0; i < bytes.length; i++) sum = table[(sum ^ bytes[i]!) & 255]! ^ (sum >>> 8);
  return ~sum >>> 0;
}
