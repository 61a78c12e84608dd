import type { StationaryKernel } from "../../kernels/stationaryKernel.ts";

/** At lags; s is their distance in length scales. */
const correlations: Readonly<Record<StationaryKernel["type"], string>> = {
  gaussian: `numpy.exp(-0.5 * sum(
            a * x * y
            for row, x in zip(numpy.linalg.inv(numpy.array(kernel["bandwidthMatrix"])), lags)
            for a, y in zip(row, lags)
        ))`,
  productExponential: 'numpy.exp(-sum(rate * abs(lag) for rate, lag in zip(kernel["rates"], lags)))',
  matern52: "(1 + math.sqrt(5) * s + 5 * s * s / 3) * numpy.exp(-math.sqrt(5) * s)",
  matern32: "(1 + math.sqrt(3) * s) * numpy.exp(-math.sqrt(3) * s)",
  exponential: "numpy.exp(-s)",
  triangular: "numpy.maximum(0.0, 1 - s)",
};
const branches = Object.entries(correlations)
  .map(([type, correlation]) => `    if kernel["type"] == "${type}":\n        return ${correlation}`)
  .join("\n");

/** Functions of the Python loader about noise: deviations, bands, draws. They need numpy. */
export const pythonNoise = `
def deviation(release, weights):
    """The standard deviation of the noise of sum(weights * shown values). Arrays are read with their first axis fastest."""
    import numpy
    noise, variance = _noise(release), 0.0
    shape = [axis["count"] for axis in noise["axes"]]
    spectrum = numpy.fft.fftn(_embedded(noise, 2))
    for a in _on_numbers(release, numpy.ravel(weights, order="F")):
        a = a.reshape(shape, order="F")
        padded = numpy.fft.ifftn(spectrum * numpy.fft.fftn(a, spectrum.shape)).real
        smooth = float((a * padded[tuple(slice(count) for count in shape)]).sum())
        variance += noise["variance"] * max(0.0, smooth) + noise["white"] * float((a * a).sum())
    return math.sqrt(variance)


def band(release, weights):
    """Half the width of a 95 % band for the noise of sum(weights * shown values); this one alone, not many together."""
    return 1.959963984540054 * deviation(release, weights)


def simulate(release, count=1000, seed=1):
    """Draws that could have been released about this one, a row each: its values with fresh noise of the same law.

    They show how far the noise moves. They are no posterior draws: what lies below the noise is not simulated.
    """
    import numpy
    noise, values = _noise(release), numpy.array(release["view"]["values"], dtype=float)
    shape, functions = [axis["count"] for axis in noise["axes"]], len(_on_numbers(release, numpy.zeros(len(values))))
    size, root, factor = math.prod(shape), None, 2
    while root is None:
        if factor ** len(shape) * size > 2**24:
            raise ValueError("the correlation of this noise reaches too far for this program")
        power = numpy.fft.fftn(_embedded(noise, factor)).real
        if -power[power < 0].sum() <= 1e-9 * power.sum():
            root = numpy.sqrt(numpy.maximum(power, 0) / power.size)
        factor *= 2
    random, inside = numpy.random.default_rng(seed), tuple(slice(count) for count in shape)
    draws = numpy.empty((count, len(values)))
    for draw in draws:
        numbers = []
        for _ in range(functions):
            z = random.standard_normal(root.shape) + 1j * random.standard_normal(root.shape)
            smooth = numpy.fft.fftn(root * z).real[inside].ravel(order="F")
            white = random.standard_normal(size)
            numbers.append(math.sqrt(noise["variance"]) * smooth + math.sqrt(noise["white"]) * white)
        numbers = numpy.concatenate(numbers)
        if "carried" not in release["view"]:
            draw[:] = values + numbers[: len(values)]
            continue
        draw[:] = values
        for term in release["view"]["carried"]["terms"]:
            draw += numpy.array(term["weights"]) * numbers[numpy.array(term["from"])]
    return draws


def _noise(release):
    noise = release["mechanism"].get("noise")
    if noise is None:
        raise ValueError("this file does not hold the law of its noise")
    return noise


def _on_numbers(release, weights):
    """Weights of shown values as weights of the released numbers: a row for each function."""
    import numpy
    view, size = release["view"], math.prod(axis["count"] for axis in _noise(release)["axes"])
    if len(weights) != len(view["values"]):
        raise ValueError("there must be a weight for each shown value")
    if "carried" not in view:
        return weights.reshape(-1, size)
    terms = view["carried"]["terms"]
    numbers = numpy.zeros(size * (1 + max(max(term["from"]) for term in terms) // size))
    for term in terms:
        numpy.add.at(numbers, term["from"], numpy.array(term["weights"]) * weights)
    return numbers.reshape(-1, size)


def _embedded(noise, factor):
    """The correlation of the noise at all lags, around a torus of factor times the grid."""
    import numpy
    lags = []
    for axis in noise["axes"]:
        n = factor * axis["count"]
        i = numpy.arange(n)
        lags.append((axis["upper"] - axis["lower"]) / (axis["count"] - 1) * numpy.where(i > n // 2, i - n, i))
    lags = numpy.meshgrid(*lags, indexing="ij")
    kernel = noise["kernel"]
    s = numpy.sqrt(sum(lag * lag for lag in lags)) / kernel.get("lengthScale", 1)
${branches}
    raise ValueError(f"this program does not know the kernel {kernel['type']!r}")

`;
