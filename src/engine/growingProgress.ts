/** Progress that never falls when a job runs again, and that stops with the job: messages of progress may arrive late. */
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
