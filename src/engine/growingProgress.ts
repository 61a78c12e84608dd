/** Progress that never falls when a job runs again, and stops with the job. */
export function growingProgress(listener: ((fraction: number) => void) | undefined): {
  report: (fraction: number) => void;
  stop: () => void;
} {
  let reached = 0;
  return {
    report: (fraction) => {
      if (!(fraction > reached)) return;
      reached = fraction;
      listener?.(fraction);
    },
    stop: () => {
      reached = Infinity;
    },
  };
}
