/**
 * The marks of a text file that an encoding loses, or makes of other bytes, after each lead byte and each two bytes.
 * Self-contained, so that a page can run it.
 */
export function lostMarks(encoding: string): readonly string[] {
  const marks = '\n\r"\t ,;#%!/|';
  const bytes: number[] = [];
  for (let lead = 128; lead < 256; lead++) {
    for (const mark of marks) bytes.push(lead, mark.charCodeAt(0), 120, 10);
    for (let second = 0; second < 256; second++) {
      for (const mark of marks) bytes.push(lead, second, mark.charCodeAt(0), 120, 10);
      // Three bytes of four.
      if (second >= 48 && second < 58)
        for (const mark of marks) bytes.push(lead, second, 129 + ((7 * lead) % 126), mark.charCodeAt(0), 120, 10);
    }
  }
  const written = Uint8Array.from(bytes);
  const text = new TextDecoder(encoding).decode(written);
  const counts = new Int32Array(128);
  for (const byte of written) if (byte < 128) counts[byte]!++;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 128) counts[code]!--;
  }
  return marks.split("").filter((mark) => counts[mark.charCodeAt(0)] !== 0);
}
