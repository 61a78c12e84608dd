import { releaseKinds } from "../releaseKinds.ts";
import { pythonNoise } from "./pythonNoise.ts";

/** Python program that reads any release file and checks digest, μ, ε and δ. */
export const pythonLoader = (): string => program;

const provedInPython = Object.entries(releaseKinds)
  .map(([kind, { inPython, loss }]) => `    "${kind}": (lambda m: ${inPython}, ${loss === "pure" ? "True" : "False"}),`)
  .join("\n");

const program = `"""Reads a Curveil release (curveil-release/2): the numbers from the integers, and its privacy claim checked.

    python curveil_release.py release.json

    from curveil_release import load
    release, values = load("release.json")

With numpy also deviation(release, weights), band(release, weights) and simulate(release, 1000, seed), of the shown values.
"""
import hashlib
import json
import math
import sys
from decimal import Decimal

# The loss that the numbers of a mechanism prove, by its kind: its epsilon if pure, else its mu.
PROVED = {
${provedInPython}
}


def load(path):
    """The release as a dictionary, and its numbers: an array with numpy, else a list."""
    with open(path, encoding="utf-8") as file:
        release = json.load(file)
    check(release)
    mechanism = release["mechanism"]
    values = [integer * mechanism["lattice"] for integer in mechanism["integers"]]
    try:
        import numpy
    except ImportError:
        return release, values
    array = numpy.array(values, dtype=float)
    if mechanism["domain"]["kind"] == "grid":
        beside = len(mechanism["domain"].get("beside", []))
        array = array[: len(values) - beside].reshape([_count(axis) for axis in mechanism["domain"]["axes"]], order="F")
    return release, array


def beside(release):
    """The numbers that belong to no point of the grid, such as a share that was counted apart: names and values."""
    m, found = release["mechanism"], release["view"].get("beside", [])
    first = len(m["integers"]) - len(found)
    for j, entry in enumerate(found):
        if entry["weight"] * (m["integers"][first + j] * m["lattice"]) != entry["value"]:
            raise ValueError("a number beside the grid is not the one that was released")
    return {entry["name"]: entry["value"] for entry in found}


def shown(release):
    """The places along each axis, and the values that are shown there: a declared centre added, a scale carried back."""
    view, m = release["view"], release["mechanism"]
    numbers = [integer * m["lattice"] for integer in m["integers"]]
    values = view["values"]
    if "carried" in view:
        terms, offsets = view["carried"]["terms"], view["carried"]["offsets"]
        values = []
        for i, offset in enumerate(offsets):
            total = terms[0]["weights"][i] * numbers[terms[0]["from"][i]]
            for term in terms[1:]:
                total += term["weights"][i] * numbers[term["from"][i]]
            values.append(total + offset)
        if values != view["values"]:
            raise ValueError("the values that are shown are not those of the numbers")
    return [_places(axis) for axis in view["axes"]], values


def check(release):
    """What the numbers of a release prove: mu, and delta at its epsilon. ValueError if it claims less, or was changed."""
    if release.get("schema") not in ("curveil-release/1", "curveil-release/2"):
        raise ValueError("this program reads curveil-release/1 and /2")
    content = {name: value for name, value in release.items() if name != "digest"}
    if hashlib.sha256(canonical(content).encode("utf-8")).hexdigest() != release["digest"]:
        raise ValueError("the digest does not belong to the content: the file was changed")
    m = release["mechanism"]
    if math.frexp(m["lattice"])[0] != 0.5:
        raise ValueError("the step of the lattice is no power of two")
    if not all(type(integer) is int for integer in m["integers"]):
        raise ValueError("an integer is none")
    if m["kind"] not in PROVED:
        raise ValueError("this program does not know this kind of release")
    loss, is_pure = PROVED[m["kind"]]
    loss = loss(m)
    if is_pure:
        _at_most(loss, m["epsilon"], "epsilon")
        return {"mu": m["mu"], "epsilon": loss, "delta": 0.0}
    _at_most(loss, m["mu"], "mu")
    delta = delta_at(m["epsilon"], m["mu"], m["failure"])
    _at_most(delta, m["delta"], "delta")
    for point in m["deltaProfile"]:
        _at_most(delta_at(point["epsilon"], m["mu"], m["failure"]), point["delta"], "delta of the profile")
    return {"mu": loss, "epsilon": m["epsilon"], "delta": delta}

${pythonNoise}
def delta_at(epsilon, mu, failure=0.0):
    """The smallest delta at epsilon of a release that is mu-GDP after an event of probability failure is taken away."""
    upper = _normal_cdf(-mu / 2 - epsilon / mu)
    product = math.exp(epsilon + math.log(upper)) if upper > 0 else 0.0
    added = (1 + math.exp(epsilon)) * failure if failure > 0 else 0.0
    return min(1.0, max(0.0, _normal_cdf(mu / 2 - epsilon / mu) - product) + added)


def canonical(value):
    """The canonical JSON text: members sorted, no blanks, numbers as ECMAScript writes them."""
    if isinstance(value, dict):
        return "{" + ",".join(_text(name) + ":" + canonical(value[name]) for name in sorted(value)) + "}"
    if isinstance(value, list):
        return "[" + ",".join(canonical(element) for element in value) + "]"
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    return _text(value) if isinstance(value, str) else _number(value)


def _text(value):
    return json.dumps(value, ensure_ascii=False)


def _number(value):
    if isinstance(value, int):
        return str(value)
    sign, digits, exponent = Decimal(repr(value)).normalize().as_tuple()
    text, point = "".join(map(str, digits)), len(digits) + exponent
    if value == 0:
        return "0"
    if len(text) <= point <= 21:
        text += "0" * (point - len(text))
    elif 0 < point <= 21:
        text = text[:point] + "." + text[point:]
    elif -6 < point <= 0:
        text = "0." + "0" * -point + text
    else:
        rest = "." + text[1:] if len(text) > 1 else ""
        text = text[0] + rest + "e" + ("+" if point > 0 else "-") + str(abs(point - 1))
    return "-" + text if sign else text


def _normal_cdf(x):
    return 0.5 * math.erfc(-x / math.sqrt(2))


def _count(axis):
    coordinates = axis["coordinates"]
    return coordinates["count"] if coordinates["kind"] == "regular" else len(coordinates["values"])


def _places(axis):
    c = axis["coordinates"]
    if c["kind"] == "points":
        return c["values"]
    last = c["count"] - 1
    return [c["upper"] if i == last else c["lower"] + (c["upper"] - c["lower"]) * i / last for i in range(last + 1)]


def _at_most(proved, claimed, name):
    if not proved <= claimed * (1 + 1e-9):
        raise ValueError(f"{name} is claimed as {claimed}, but only {proved} is proved")


if __name__ == "__main__":
    release, values = load(sys.argv[1])
    flat = values if isinstance(values, list) else values.ravel(order="F").tolist()
    places, view = shown(release)
    answer = {"check": check(release), "values": flat, "places": places, "shown": view, "beside": beside(release)}
    json.dump(answer, sys.stdout)
`;
