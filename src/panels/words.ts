import { clockText } from "../plots/axisTicks.ts";

/** Reads a number aloud: three significant digits, powers of ten in words. */
export function spokenNumber(value: number): string {
  const short = Number(value.toPrecision(3));
  const size = Math.abs(short);
  if (!Number.isFinite(short) || size === 0 || (size >= 1e-5 && size < 1e7)) {
    return inFull(short).replace("-", "minus ");
  }
  const [digits = "", exponent = ""] = short.toExponential().split("e");
  const power = /^-?1$/.test(digits) ? `${digits}0` : `${digits} times 10`;
  return `${power} to the power ${exponent.replace("+", "")}`.replaceAll("-", "minus ");
}

/** The words of the ε slider; `meanHeight` is what the noise is compared with. */
export function epsilonWords({ epsilon, ...noise }: NoiseInWords & { readonly epsilon: number }): string {
  return `epsilon ${spokenNumber(epsilon)}${noiseInWords(noise)}`;
}

/** The words of the δ slider. */
export function deltaWords({ delta, ...noise }: NoiseInWords & { readonly delta: number }): string {
  return `delta ${spokenNumber(delta)}, 1 in ${spokenNumber(1 / delta)}${noiseInWords(noise)}`;
}

/** The words of the slider of draws. Each draw that is passed on spends its own budget. */
export function drawsWords(draws: number): string {
  return draws === 1 ? "1 draw" : `${draws} independent draws, each would spend the budget again`;
}

/** A number for the eye: three significant digits, `1.2 × 10⁻⁷` where plain digits would be long. */
export function numberText(value: number): string {
  if (Math.abs(value) === Infinity) return value > 0 ? "more than 10³⁰⁸" : "less than −10³⁰⁸";
  const short = Number(value.toPrecision(3));
  const size = Math.abs(short);
  if (!Number.isFinite(short) || size === 0 || (size >= 1e-4 && size < 1e6)) return withMinus(String(short));
  const [digits = "", exponent = ""] = short.toExponential().split("e");
  const power = Array.from(exponent.replace("+", ""), (c) => superscripts[c] ?? c).join("");
  return withMinus(/^-?1$/.test(digits) ? `${digits}0${power}` : `${digits} × 10${power}`);
}

/** How large the noise is, beside what it is compared with. */
export interface NoiseInWords {
  readonly standardDeviation?: number | undefined;
  /** That of the function, public. */
  readonly meanHeight?: number | undefined;
}

/** A share as a percentage, for the eye. */
export function percentText(share: number): string {
  return `${twoDigits(100 * share)} %`;
}

/** "4 % of", "1.5 times": to be followed by what it is compared with. */
export function ratioText(ratio: number): string {
  return ratio < 2 ? `${percentText(ratio)} of` : `${numberText(Number(twoDigits(ratio)))} times`;
}

/** A share as a percentage, to be read aloud. */
export function spokenPercent(share: number): string {
  return `${twoDigits(100 * share)} percent`;
}

function twoDigits(value: number): string {
  return value >= 10 ? String(Math.round(value)) : String(Number(value.toPrecision(value < 1 ? 1 : 2)));
}

function noiseInWords({ standardDeviation, meanHeight }: NoiseInWords): string {
  if (standardDeviation === undefined) return "";
  const noise = `; noise standard deviation ${spokenNumber(standardDeviation)}`;
  if (meanHeight === undefined || !(meanHeight > 0)) return noise;
  return `${noise}, ${spokenPercent(standardDeviation / meanHeight)} of the mean height`;
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

/** A duration, roughly. */
export function secondsText(seconds: number): string {
  if (seconds < 0.95) return "less than a second";
  if (seconds < 100) return seconds < 1.5 ? "a second" : `${Math.round(seconds)} seconds`;
  return `${Math.round(seconds / 60)} minutes`;
}

/** 2024-01-03 for days since 1970. */
export function dateText(days: number): string {
  const date = new Date(days * 86_400_000);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 10);
}

/** A place on an axis, for the eye: a date, a time of day, or a number. */
export function placeText(value: number, unit = ""): string {
  return unit === "date" ? dateText(value) : unit === "time" ? clockText(value) : numberText(value);
}

/** A number as TeX, in three significant digits. */
export function texNumber(value: number): string {
  const [digits = "", exponent] = String(Number(value.toPrecision(3))).split("e");
  return exponent === undefined ? digits : `${digits}\\cdot 10^{${Number(exponent)}}`;
}

/** 412 MB, 1.9 GB: a length in bytes, in powers of a thousand. */
export function bytesText(bytes: number): string {
  if (bytes < 1e6) return `${Math.ceil(bytes / 1e3)} kB`;
  return bytes < 1e9 ? `${Math.round(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;
}
