import type { StationaryKernel } from "../../kernels/stationaryKernel.ts";
import { noiseLaws } from "../../privacy/bands/noiseLaws.ts";

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

const factors = Object.entries(noiseLaws).map(([law, { factor }]) => `"${law}": ${factor}`);

/** Functions of the Python loader about noise: deviations, bands, draws. They need numpy. */
export const pythonNoise = `
# Deviations that hold 95 %, by the law of one number's noise.
FACTORS = {${factors.join(", ")}}


def deviation(release, weights):
    """The standard deviation of the noise of sum(weights * shown values), of a table's numbers instead.

    Arrays are read with their first axis fastest.
    """
    import numpy
    noise, variance = _noise(release), 0.0
    if "law" in noise:
        _, matrices, scale = _linear(release)
        weights = numpy.ravel(weights, order="F")
        return math.sqrt(noise["variance"]) * float(numpy.linalg.norm(scale * _through(weights, matrices, 0)))
    shape = [axis["count"] for axis in noise["axes"]]
    spectrum = numpy.fft.fftn(_embedded(noise, 2))
    for a in _on_numbers(release, numpy.ravel(weights, order="F")):
        a = a.reshape(shape, order="F")
        padded = numpy.fft.ifftn(spectrum * numpy.fft.fftn(a, spectrum.shape, range(a.ndim))).real
        smooth = float((a * padded[tuple(slice(count) for count in shape)]).sum())
        variance += noise["variance"] * max(0.0, smooth) + noise["white"] * float((a * a).sum())
    return math.sqrt(variance)


def band(release, weights):
    """Half the width of a 95 % band for the noise of sum(weights * shown values); this one alone, not many together.

    Noise that is not normal stays within it with at least 95 %, whatever the weights.
    """
    return FACTORS[_noise(release).get("law", "normal")] * deviation(release, weights)


def simulate(release, count=1000, seed=1):
    """Draws that could have been released about this one, a row each: its values with fresh noise of the same law.

    They show how far the noise moves. They are no posterior draws: what lies below the noise is not simulated.
    """
    import numpy
    noise, values = _noise(release), numpy.array(release["view"]["values"], dtype=float)
    if "law" in noise:
        values, matrices, scale = _linear(release)
        random, size = numpy.random.default_rng(seed), len(release["mechanism"]["integers"])
        drawn = (_through(_independent(release, random, size), matrices, 1) for _ in range(count))
        return numpy.array([values + scale * noises for noises in drawn])
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
    try:
        fits = _is_law(noise, release)
    except (AttributeError, KeyError, OverflowError, TypeError, ValueError):
        fits = False
    if not fits:
        raise ValueError("the law of the noise in this file is none")
    return noise


def _is_law(noise, release):
    """Whether sizes are in range, and the law is on the points of the numbers."""
    import numpy
    m, view = release["mechanism"], release["view"]
    form = "independent" if "law" in noise else "process"
    if not 0 < noise["variance"] < math.inf or noise.get("form", form) != form:
        return False
    if "law" in noise:
        return noise["law"] in FACTORS and (m["domain"]["kind"] == "basis") == ("toValues" in noise)
    kernel, axes = noise["kernel"], noise["axes"]
    own = m["domain"]["axes"] if m["domain"]["kind"] == "grid" else view["axes"]
    points = math.prod(_count(axis) for axis in own if "levels" not in axis)
    lengths = [kernel.get("lengthScale", 1), *(1 / rate for rate in kernel.get("rates", []))]
    matrix = numpy.array(kernel.get("bandwidthMatrix", numpy.eye(len(axes))), dtype=float)
    return (
        0 <= noise["white"] < math.inf
        and math.prod(axis["count"] for axis in axes) == points
        and all(axis["count"] > 1 and 0 < axis["upper"] - axis["lower"] < math.inf for axis in axes)
        and all(1e-140 <= length <= 1e150 for length in lengths)
        and len(axes) == len(kernel.get("rates", axes)) == len(matrix)
        and numpy.array_equal(matrix, matrix.T)
        and bool(numpy.linalg.eigvalsh(matrix).min() > 0)
    )


def _linear(release):
    """Values, matrices and scale: values less their offset are the scale times the numbers through a matrix an axis.

    The numbers of a table instead, without a matrix: its values are no linear map of them.
    """
    import numpy
    m, view = release["mechanism"], release["view"]
    numbers = numpy.array(m["integers"], dtype=float) * m["lattice"]
    if "toValues" not in m["noise"]:
        return numbers, [], 1.0
    told = {entry["name"]: entry["value"] for entry in m["domain"]["parameters"]}
    k, v = int(told["degree k"]), numpy.arange(int(told["degree k"]) + 1)
    binomials = numpy.array([math.comb(k, i) for i in v], dtype=float)
    basis = lambda y: binomials * y[:, None] ** v * (1 - y[:, None]) ** (k - v)
    rest, power, order, matrices = numpy.eye(k + 1) - basis(v / k), numpy.eye(k + 1), 0.0, []
    for _ in range(int(told["order h"])):
        order, power = order + power, power @ rest
    while f"lower end of axis {len(matrices) + 1}" in told:
        j = len(matrices)
        lower, upper = (told[f"{end} end of axis {j + 1}"] for end in ("lower", "upper"))
        at = _places(view["axes"][j]) if j < len(view["axes"]) else [told[f"values are shown at, on axis {j + 1}"]]
        matrices.append(basis(numpy.clip((numpy.array(at) - lower) / (upper - lower), 0, 1)) @ order)
    values, made = numpy.array(view["values"], dtype=float), m["noise"]["toValues"]
    again = made["offset"] + made["scale"] * _through(numbers, matrices, 1)
    if not numpy.allclose(again, values, rtol=0, atol=1e-6 * max(1e-300, float(abs(again - made["offset"]).max()))):
        raise ValueError("the values that are shown are not those of the numbers")
    return values, matrices, made["scale"]


def _through(a, matrices, side):
    """An array through a matrix along each axis, as a list with the first axis fastest."""
    import numpy
    if math.prod(matrix.shape[side] for matrix in matrices) != len(a) and matrices:
        raise ValueError("there must be a weight for each shown value")
    a = a.reshape([matrix.shape[side] for matrix in matrices] or -1, order="F")
    for matrix in matrices:
        a = numpy.tensordot(a, matrix, axes=([0], [side]))
    return a.ravel(order="F")


def _independent(release, random, size):
    """Noise of each number, on the lattice."""
    import numpy
    m = release["mechanism"]
    sigma, law = m["sigma"], m["noise"]["law"]
    if law == "staircase":
        b, gamma = math.exp(-1 / sigma), 1 / (1 + math.exp(0.5 / sigma))
        far, u = random.random(size) * (gamma + (1 - gamma) * b) >= gamma, random.random(size)
        steps = random.geometric(1 - b, size) - 1 + numpy.where(far, gamma + (1 - gamma) * u, gamma * u)
        drawn = random.choice([-1, 1], size) * steps
    else:
        drawn = sigma * (random.laplace(size=size) if law == "laplace" else random.standard_normal(size))
    return m["lattice"] * numpy.rint(drawn / m["lattice"])


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
