/**
 * Days since 1970 of a date in bytes such as 2024-01-03, of the years 100 to 9999; else NaN.
 *
 * @see Hinnant (2013), chrono-Compatible Low-Level Date Algorithms, days_from_civil
 */
export function isoDay(bytes: Uint8Array, from: number, to: number): number {
  if (to - from !== 10 || bytes[from + 4] !== 45 || bytes[from + 7] !== 45) return NaN;
  const year = 100 * twoDigits(bytes, from) + twoDigits(bytes, from + 2);
  const month = twoDigits(bytes, from + 5);
  const day = twoDigits(bytes, from + 8);
  if (!(year >= 100 && month >= 1 && month <= 12 && day >= 1)) return NaN;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  if (
    !(day <= (month === 2 ? (isLeap ? 29 : 28) : month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31))
  )
    return NaN;
  const y = month <= 2 ? year - 1 : year;
  const era = Math.floor(y / 400);
  const ofEra = y - 400 * era;
  const ofYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  return 146_097 * era + 365 * ofEra + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear - 719_468;
}

function twoDigits(bytes: Uint8Array, at: number): number {
  const [tens, ones] = [bytes[at]! - 48, bytes[at + 1]! - 48];
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : NaN;
}
