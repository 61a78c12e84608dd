/** Texts of numbers, all made here. Sizes are rounded to significant digits, counts written in full; no function fails. */

export function significant(value: number, digits: number): number {
  return Number(value.toPrecision(digits));
}

/** The least number of three digits not below a value. */
export function roundedUp(value: number): number {
  const near = significant(value, 3);
  return near >= value ? near : significant(near + 10 ** (Math.floor(Math.log10(value)) - 2), 3);
}

/** A count in full, thousands grouped: 60,000. */
export function countText(count: number): string {
  // A language's own formatter is slow to load.
  if (!Number.isSafeInteger(count)) return count.toLocaleString("en");
  return String(count).replace(/\B(?=(\d{3})+$)/g, ",");
}

/** A count with its noun: "1 row", "2,000 rows". */
export function counted(count: number, noun: string): string {
  return `${countText(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** Three significant digits, `1.2 × 10⁻⁷` where plain digits would be long. */
export function numberText(value: number): string {
  if (Math.abs(value) === Infinity) return value > 0 ? "more than 10³⁰⁸" : "less than −10³⁰⁸";
  const short = significant(value, 3);
  const size = Math.abs(short);
  if (!Number.isFinite(short) || size === 0 || (size >= 1e-4 && size < 1e6)) return withMinus(String(short));
  const [digits = "", exponent = ""] = short.toExponential().split("e");
  const power = Array.from(exponent.replace("+", ""), (c) => superscripts[c] ?? c).join("");
  return withMinus(/^-?1$/.test(digits) ? `${digits}0${power}` : `${digits} × 10${power}`);
}

/** A number to be read aloud: three significant digits, powers of ten in words. */
export function spokenNumber(value: number): string {
  const short = significant(value, 3);
  const size = Math.abs(short);
  if (!Number.isFinite(short) || size === 0 || (size >= 1e-5 && size < 1e7)) {
    return inFull(short).replace("-", "minus ");
  }
  const [digits = "", exponent = ""] = short.toExponential().split("e");
  const power = /^-?1$/.test(digits) ? `${digits}0` : `${digits} times 10`;
  return `${power} to the power ${exponent.replace("+", "")}`.replaceAll("-", "minus ");
}

/** A percentage: two digits below 10 %, none after the point above. */
export function percentText(share: number): string {
  return `${twoDigits(100 * share)} %`;
}

/** Percentage of a certainty: rounding never gives 100 %. */
export function suretyText(share: number): string {
  return share < 0.995 ? percentText(share) : "over 99 %";
}

/** A range of shares, cut to [0, 1], with ends rounded outwards: 32 to 35 %. */
export function shareRangeText(share: number, within: number): string {
  const bounded = (value: number) => 100 * Math.min(1, Math.max(0, value));
  const low = endText(bounded(share - within), Math.floor);
  const high = endText(bounded(share + within), Math.ceil);
  return low === high ? `${low} %` : `${low} to ${high} %`;
}

/** A percentage in three significant digits: 0.125 %. */
export function finePercentText(share: number): string {
  return `${numberText(100 * share)} %`;
}

/** A percentage in whole numbers, for marks and progress: 7 %. */
export function wholePercentText(share: number): string {
  return `${Math.round(100 * share)} %`;
}

/** A percentage to be read aloud. */
export function spokenPercent(share: number): string {
  return `${twoDigits(100 * share, spokenNumber)} percent`;
}

/** A percentage with one digit after the point: 96.3 %. */
export function tenthPercentText(share: number): string {
  return `${decimalsText(100 * share, 1)} %`;
}

/** "4 % of", "2.5 times". */
export function ratioText(ratio: number): string {
  return ratio < 2 ? `${percentText(ratio)} of` : timesText(ratio < 10 ? significant(ratio, 2) : Math.round(ratio));
}

/** A factor in three significant digits, thousands grouped: "159,000 times". */
export function timesText(factor: number): string {
  return `${factor >= 1e3 && factor < 1e6 ? countText(significant(factor, 3)) : numberText(factor)} times`;
}

/** The shortest digits that read back as the same number. */
export function exactText(value: number): string {
  return String(value).replace("e+", "e"); // "+" would have to be encoded in a link
}

/** `exactText` after rounding to four significant digits. */
export function fourDigitText(value: number): string {
  return exactText(significant(value, 4));
}

/** At most `digits` significant digits in the shortest usual notation. */
export function shortText(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return "–";
  const short = significant(value, digits);
  const size = Math.abs(short);
  return size !== 0 && (size < 1e-3 || size >= 1e6)
    ? short
        .toExponential()
        .replace("e+", "e")
        .replace(/(\.\d*?)0+e/, "$1e")
    : String(short);
}

/** Exactly `digits` significant digits, zeros at the end kept: 2.0. */
export function digitsText(value: number, digits: number): string {
  return value.toPrecision(digits);
}

/** Exactly `decimals` digits after the point: 0.9760. */
export function decimalsText(value: number, decimals: number): string {
  return value.toFixed(decimals);
}

/** A small number at a tick, in three significant digits: 2.5e−5. */
export function smallTickText(value: number): string {
  return value === 0 ? "0" : significant(value, 3).toExponential().replace("e-", "e−").replace("-", "−");
}

/** A number on a logarithmic axis or a contour: 0.25, 2.5e−5. */
export function tickText(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e6)) return smallTickText(value).replace("e+", "e");
  return withMinus(String(significant(value, 3)));
}

/** A coordinate in a drawing, in tenths of a pixel. */
export function pixelText(coordinate: number): string {
  return coordinate.toFixed(1);
}

/** A number as TeX, in three significant digits. */
export function texNumber(value: number): string {
  const [digits = "", exponent] = String(significant(value, 3)).split("e");
  return exponent === undefined ? digits : `${digits}\\cdot 10^{${Number(exponent)}}`;
}

/** A rounded duration. */
export function secondsText(seconds: number): string {
  if (seconds < 0.95) return "less than a second";
  if (seconds < 100) return seconds < 1.5 ? "a second" : `${Math.round(seconds)} seconds`;
  return `${Math.round(seconds / 60)} minutes`;
}

/** A length in bytes, in powers of a thousand: 412 MB, 1.9 GB. */
export function bytesText(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`;
  return bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}

function twoDigits(value: number, text = numberText): string {
  if (value >= 10) return value < 1e6 ? countText(Math.round(value)) : text(value);
  return text(significant(value, value < 1 ? 1 : 2));
}

/** Rounds to whole numbers from 10 on, a digit after the point from 1 on, two below. */
function endText(percent: number, round: (value: number) => number): string {
  const unit = percent >= 10 ? 1 : percent >= 1 ? 10 : 100;
  return String(round(percent * unit) / unit);
}

/** Plain digits where JavaScript would write 1.23e-5. */
function inFull(value: number): string {
  const text = String(value);
  return text.includes("e-") ? value.toFixed(10).replace(/0+$/, "") : text;
}

function withMinus(text: string): string {
  return text.replace(/^-/, "−");
}

const superscripts: Readonly<Record<string, string>> = {
  "-": "⁻",
  "0": "⁰",
  "1": "¹",
  "2": "²",
  "3": "³",
  "4": "⁴",
  "5": "⁵",
  "6": "⁶",
  "7": "⁷",
  "8": "⁸",
  "9": "⁹",
};
