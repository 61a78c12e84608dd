import { releaseKinds } from "../releaseKinds.ts";
import { noiseInR } from "./rNoise.ts";
import type { ReleaseFile } from "./releaseFile.ts";
import { tableName } from "./tables.ts";

/** R program for one release: reads its table, checks μ, ε and δ. No text of the release enters the program. */
export function rLoader(file: ReleaseFile): string {
  const m = file.mechanism;
  const profile = (which: "epsilon" | "delta") => `c(${m.deltaProfile.map((point) => point[which]).join(", ")})`;
  return `# A Curveil release (curveil-release/2): the numbers from the integers, and its privacy claim checked. Base R only.
# Rscript load_release.R, beside ${tableName(file)}; or source("load_release.R"), which leaves \`curve\`${file.view.carried ? " and \\`shown\\`" : ""}.
${file.mechanism.noise ? "# deviation(weights), band(weights) and simulate(1000, seed) are about the noise of its values.\n" : ""}# Digest of the release: ${file.digest}

lattice <- 2^${Math.round(Math.log2(m.lattice))}
dither <- ${powerOrZero(m.dither)}
sigma <- ${m.sigma}
sensitivity <- ${m.sensitivity.value}
eta <- ${m.sensitivity.eta}
computing_error <- ${m.computingError}
mu <- ${m.mu}
epsilon <- ${m.epsilon}
delta <- ${m.delta}
failure <- ${m.failure}
profile <- data.frame(epsilon = as.numeric(${profile("epsilon")}), delta = as.numeric(${profile("delta")}))

at_most <- function(proved, claimed, name) {
  if (!all(proved <= claimed * (1 + 1e-9))) stop(name, " is not proved by the numbers of this release")
}
delta_at <- function(epsilon) {
  product <- exp(epsilon + pnorm(-mu / 2 - epsilon / mu, log.p = TRUE))
  added <- if (failure > 0) (1 + exp(epsilon)) * failure else 0
  pmin(1, pmax(0, pnorm(mu / 2 - epsilon / mu) - product) + added)
}

${claimInR(m.kind)}

curve <- read.csv("${tableName(file)}", check.names = FALSE)
if (nrow(curve) != ${m.integers.length}) stop("the table has lost rows")
if (any(curve$integer != round(curve$integer))) stop("an integer is none")
curve$value <- curve$integer * lattice
${extraInR(file)}${shownInR(file)}${noiseInR(file)}cat(sprintf("%d numbers; mu %.17g, epsilon %.17g, delta %.17g\\n", nrow(curve), mu, epsilon, delta))
`;
}

function extraInR({ mechanism: { integers }, view: { beside = [] } }: ReleaseFile): string {
  const first = integers.length - beside.length;
  return beside
    .map(({ weight }, j) => `beside_${j + 1} <- ${weight} * curve$value[${first + j + 1}] # in its own unit\n`)
    .join("");
}

function shownInR({ view: { carried } }: ReleaseFile): string {
  if (!carried) return "";
  const terms = carried.terms.map((_, t) => `shown[["weight ${t + 1}"]] * curve$value[shown[["from ${t + 1}"]] + 1]`);
  return `shown <- read.csv("shown.csv", check.names = FALSE)
again <- ${terms.join(" + ")} + shown$offset
if (!all(abs(again - shown$value) <= 1e-12 * max(abs(c(shown$value, shown$offset, 1e-300))))) stop("the values that are shown are not those of the numbers")
`;
}

function claimInR(kind: ReleaseFile["mechanism"]["kind"]): string {
  const { inR, loss } = releaseKinds[kind];
  if (loss === "pure") return `at_most(${inR}, epsilon, "epsilon")`;
  return `at_most(${inR}, mu, "mu")
at_most(delta_at(epsilon), delta, "delta")
if (nrow(profile) > 0) at_most(delta_at(profile$epsilon), profile$delta, "delta of the profile")`;
}

function powerOrZero(x: number): string {
  if (x === 0) return "0";
  const exponent = Math.round(Math.log2(x));
  return 2 ** exponent === x ? `2^${exponent}` : String(x);
}
