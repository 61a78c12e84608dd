import { definiteMatrix } from "../../linalg/smallMatrix.ts";
import { noiseLaws } from "../../privacy/bands/noiseLaws.ts";
import { axisValues, processNoise, type ReleaseFile } from "./releaseFile.ts";

type Noise = NonNullable<ReturnType<typeof processNoise>>;

/** Functions of the R loader about noise: deviations, bands, draws; empty without a law in the file. */
export function noiseInR(file: ReleaseFile): string {
  const { mechanism, view } = file;
  const noise = processNoise(mechanism);
  if (!noise) return mechanism.noise ? independentInR(file) : "";
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

/** The same for independent noise of the numbers of a polynomial, or of a table. */
function independentInR({ mechanism: m, view }: ReleaseFile): string {
  if (!m.noise || "kernel" in m.noise) return "";
  const { law, variance, toValues } = m.noise;
  const told = new Map(m.domain.kind === "basis" ? m.domain.parameters.map(({ name, value }) => [name, value]) : []);
  const [k, h] = [told.get("degree k"), told.get("order h")];
  if (toValues && (k === undefined || h === undefined)) return "";
  const matrices: string[] = [];
  for (let j = 1; toValues && told.has(`lower end of axis ${j}`); j++) {
    const [lower, upper] = [told.get(`lower end of axis ${j}`)!, told.get(`upper end of axis ${j}`)!];
    const at = view.axes[j - 1]
      ? axisValues(view.axes[j - 1]!)
      : Float64Array.of(told.get(`values are shown at, on axis ${j}`) ?? NaN);
    const shares = at.map((x) => Math.min(1, Math.max(0, (x - lower) / (upper - lower))));
    matrices.push(`basis(c(${shares.join(", ")})) %*% order`);
  }
  const { factor } = noiseLaws[law];
  const drawn = {
    normal: "sigma * rnorm(nrow(curve))",
    laplace: "sigma * (rexp(nrow(curve)) - rexp(nrow(curve)))",
    staircase: `{
  b <- exp(-1 / sigma); g <- 1 / (1 + exp(0.5 / sigma)); n <- nrow(curve)
  sample(c(-1, 1), n, TRUE) * (rgeom(n, 1 - b) + ifelse(runif(n) * (g + (1 - g) * b) >= g, g + (1 - g) * runif(n), g * runif(n)))
}`,
  }[law];
  return `through <- function(a, along) { for (m in along) a <- t(m %*% matrix(a, ncol(m))); as.vector(a) }
${
  toValues
    ? `basis <- function(y) outer(y, 0:${k}, function(p, v) dbinom(v, ${k}, p))
order <- 0
power <- diag(${k! + 1})
for (i in seq_len(${h})) { order <- order + power; power <- power %*% (diag(${k! + 1}) - basis((0:${k}) / ${k})) }
matrices <- list(${matrices.join(", ")})
values <- read.csv("shown.csv", check.names = FALSE)$value
again <- ${toValues.offset} + ${toValues.scale} * through(curve$value, matrices)
if (!all(abs(again - values) <= 1e-6 * max(abs(again - ${toValues.offset}), 1e-300))) stop("the values that are shown are not those of the numbers")`
    : "matrices <- list()\nvalues <- curve$value"
}
# The standard deviation of the noise of sum(weights * values), and half the width of its band of at least 95 %; of this sum alone.
${toValues ? "" : "# These values are the numbers of the table: what was made of them is no linear map.\n"}deviation <- function(weights) {
  if (length(weights) != length(values)) stop("there must be a weight for each value")
  sqrt(${variance} * sum((${toValues?.scale ?? 1} * through(weights, lapply(matrices, t)))^2))
}
band <- function(weights) ${factor} * deviation(weights)
noises <- function() lattice * round(${drawn} / lattice)
# Draws that could have been released about this one, a row each; no posterior draws.
simulate <- function(count = 1000, seed = 1) {
  set.seed(seed)
  t(vapply(seq_len(count), function(draw) values + ${toValues?.scale ?? 1} * through(noises(), matrices), numeric(length(values))))
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
