/** Instant between two milliseconds. */
class Instant extends Date {
  declare protected readonly made: true;
  readonly days: number;

  constructor(milliseconds: number, days: number) {
    super(milliseconds);
    this.days = days;
  }
}

/**
 * Instant so many units after 1970 began.
 *
 * @param units a whole number, negative before 1970
 * @param perSecond units in a second: 1, 1000, 10⁶ or 10⁹
 */
export function instantOf(units: bigint | number, perSecond: number): Date {
  const { days, ofDay } = dayOf(units, perSecond);
  const inMillisecond = perSecond / 1000;
  const ofDayInMilliseconds = inMillisecond < 1 ? ofDay * (1000 / perSecond) : Math.floor(ofDay / inMillisecond);
  const milliseconds = 86_400_000 * days + ofDayInMilliseconds;
  const isWhole = inMillisecond <= 1 || ofDay % inMillisecond === 0;
  return isWhole ? new Date(milliseconds) : new Instant(milliseconds, daysIn(days, ofDay, perSecond));
}

/** Days since 1970: the double that `readDate` gives of the date as text. */
export function daysOfDate(date: Date): number {
  if (date instanceof Instant) return date.days;
  const { days, ofDay } = dayOf(date.getTime(), 1000);
  return daysIn(days, ofDay, 1000);
}

/** Whole days in a number of units, and the units since midnight. */
function dayOf(units: bigint | number, perSecond: number): { readonly days: number; readonly ofDay: number } {
  const inDay = 86_400 * perSecond;
  if (typeof units === "number") {
    const days = Math.floor(units / inDay);
    return { days, ofDay: units - days * inDay };
  }
  const rest = units % BigInt(inDay);
  const ofDay = Number(rest < 0n ? rest + BigInt(inDay) : rest);
  return { days: Number((units - BigInt(ofDay)) / BigInt(inDay)), ofDay };
}

/** Minutes and the rest are rounded apart, as by the reader of texts. */
function daysIn(days: number, ofDay: number, perSecond: number): number {
  const minutes = Math.floor(ofDay / (60 * perSecond));
  const seconds = (ofDay - 60 * perSecond * minutes) / perSecond;
  return days + (60 * minutes + seconds) / 86_400;
}
