import { definiteMatrix } from "../../linalg/smallMatrix.ts";
import type { ReleaseFile, ReleaseMechanism } from "./releaseFile.ts";

type Noise = NonNullable<ReleaseMechanism["noise"]>;

/** Functions of the R loader about noise: deviations, bands, draws; empty without a law in the file. */
export function noiseInR({ mechanism: { noise }, view }: ReleaseFile): string {
  if (!noise) return "";
  const { axes, variance, white, kernel } = noise;
  const counts = axes.map(({ count }) => count);
  const steps = axes.map(({ lower, upper, count }) => (upper - lower) / (count - 1));
  const { carried } = view;
  const size = counts.reduce((product, count) => product * count, 1);
  const values = carried
    ? "shown$value"
    : view.processing !== ""
      ? 'read.csv("shown.csv", check.names = FALSE)$value'
      : `curve$value[seq_len(${view.values.length})]`;
  const terms = (carried?.terms ?? []).map((_, t) => ({
    from: `shown[["from ${t + 1}"]] + 1`,
    weight: `shown[["weight ${t + 1}"]]`,
  }));
  const reach = Math.max(0, ...(carried?.terms ?? []).map(({ from }) => from.reduce((a, b) => Math.max(a, b), 0)));
  const functions = carried ? 1 + Math.floor(reach / size) : view.values.length / size;
  const toNumbers = carried
    ? terms.map(
        ({ from, weight }) =>
          `  for (i in seq_along(weights)) numbers[(${from})[i]] <- numbers[(${from})[i]] + (${weight})[i] * weights[i]`,
      )
    : ["  numbers[seq_along(weights)] <- weights"];
  const ofNumbers = carried
    ? terms.map(({ from, weight }) => `${weight} * numbers[${from}]`).join(" + ")
    : "numbers[seq_along(values)]";
  return `values <- ${values}
correlation <- function(x, y) ${correlationInR(kernel)}
embedded <- function(factor) {
  lags <- mapply(function(count, step) { n <- factor * count; i <- seq_len(n) - 1; step * ifelse(i > n %/% 2, i - n, i) },
    c(${counts.join(", ")}), c(${steps.join(", ")}), SIMPLIFY = FALSE)
  if (length(lags) == 1) array(correlation(lags[[1]], 0), length(lags[[1]])) else outer(lags[[1]], lags[[2]], correlation)
}
padded <- function(a, dims) {
  whole <- array(0, dims)
  if (length(dims) == 1) whole[seq_along(a)] <- a else whole[seq_len(${counts[0]}), seq_len(${counts[1] ?? 1})] <- a
  whole
}
inside <- function(a) as.vector(if (length(dim(a)) == 2) a[seq_len(${counts[0]}), seq_len(${counts[1] ?? 1})] else a[seq_len(${counts[0]})])
# The standard deviation of the noise of sum(weights * values), and half the width of its 95 % band; of this sum alone.
deviation <- function(weights) {
  if (length(weights) != length(values)) stop("there must be a weight for each value")
  numbers <- numeric(${functions * size})
${toNumbers.join("\n")}
  k <- embedded(2)
  square <- 0
  for (f in seq_len(${functions})) {
    a <- numbers[(f - 1) * ${size} + seq_len(${size})]
    smooth <- inside(Re(fft(fft(k) * fft(padded(a, dim(k))), inverse = TRUE)) / length(k))
    square <- square + ${variance} * max(0, sum(a * smooth)) + ${white} * sum(a * a)
  }
  sqrt(square)
}
band <- function(weights) qnorm(0.975) * deviation(weights)
# Draws that could have been released about this one, a row each; no posterior draws.
simulate <- function(count = 1000, seed = 1) {
  set.seed(seed)
  for (factor in 2^(1:12)) {
    if (factor^${axes.length} * ${size} > 2^24) stop("the correlation of this noise reaches too far for this program")
    k <- embedded(factor)
    power <- Re(fft(k))
    if (-sum(power[power < 0]) <= 1e-9 * sum(power)) break
  }
  root <- sqrt(pmax(power, 0) / length(power))
  t(vapply(seq_len(count), function(draw) {
    numbers <- unlist(lapply(seq_len(${functions}), function(f) {
      z <- array(complex(real = rnorm(length(k)), imaginary = rnorm(length(k))), dim(k))
      sqrt(${variance}) * inside(Re(fft(array(root, dim(k)) * z))) + sqrt(${white}) * rnorm(${size})
    }))
    values + ${ofNumbers}
  }, numeric(length(values))))
}
`;
}

function correlationInR(kernel: Noise["kernel"]): string {
  switch (kernel.type) {
    case "gaussian": {
      const { inverse } = definiteMatrix("noise.kernel.bandwidthMatrix", kernel.bandwidthMatrix);
      const [a, b, c] = [inverse[0]![0]!, inverse[0]![1] ?? 0, inverse[1]?.[1] ?? 0];
      return `exp(-0.5 * (${a} * x^2 + 2 * ${b} * x * y + ${c} * y^2))`;
    }
    case "productExponential":
      return `exp(-${kernel.rates[0]} * abs(x) - ${kernel.rates[1] ?? 0} * abs(y))`;
    case "exponential":
      return `exp(-sqrt(x^2 + y^2) / ${kernel.lengthScale})`;
    case "triangular":
      return `pmax(0, 1 - sqrt(x^2 + y^2) / ${kernel.lengthScale})`;
    case "matern52":
      return `{ s <- sqrt(5 * (x^2 + y^2)) / ${kernel.lengthScale}; (1 + s + s^2 / 3) * exp(-s) }`;
    case "matern32":
      return `{ s <- sqrt(3 * (x^2 + y^2)) / ${kernel.lengthScale}; (1 + s) * exp(-s) }`;
  }
}
