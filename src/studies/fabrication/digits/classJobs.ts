/** Each class takes a worker and a table of its own. */
const jobsAtOnce = 3;

export interface ClassProgress {
  readonly share: number;
  readonly seconds: number;
}

/**
 * @param sizes a class takes time in proportion
 * @param run undefined ends all
 * @returns undefined if stopped, and for empty classes
 */
export async function forEachClass<T>(
  sizes: readonly number[],
  signal: AbortSignal,
  tell: (progress: ClassProgress) => void,
  run: (digit: number, onProgress: (share: number) => void) => Promise<T | undefined>,
): Promise<readonly (T | undefined)[] | undefined> {
  const begun = performance.now();
  const total = sizes.reduce((a, b) => a + b, 0);
  const shares = new Float64Array(sizes.length);
  const report = (digit: number) => (share: number) => {
    shares[digit] = Math.max(shares[digit]!, share);
    const done = shares.reduce((sum, own, c) => sum + own * sizes[c]!, 0) / total;
    if (!signal.aborted) tell({ share: done, seconds: (performance.now() - begun) / 1000 });
  };
  const found: (T | undefined)[] = sizes.map(() => undefined);
  const waiting = sizes.flatMap((size, c) => (size > 0 ? [c] : [])).values();
  const end = { reached: false };
  const work = async () => {
    for (const digit of waiting) {
      const result = await run(digit, report(digit));
      if (signal.aborted || end.reached) return;
      if (result === undefined) {
        end.reached = true;
        return;
      }
      found[digit] = result;
      report(digit)(1);
    }
  };
  await Promise.all(Array.from({ length: jobsAtOnce }, work));
  return end.reached || signal.aborted ? undefined : found;
}

/** "12 %, about 40 seconds left". */
export function remaining({ share, seconds }: ClassProgress): string {
  const done = `${Math.floor(100 * share)} %`;
  if (!(share > 0.02 && seconds > 1)) return done;
  const left = (seconds * (1 - share)) / share;
  return `${done}, about ${left < 90 ? `${Math.ceil(left)} seconds` : `${Math.ceil(left / 60)} minutes`} left`;
}
