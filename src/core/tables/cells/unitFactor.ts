/** Exact map x ↦ (x·over + shift)/under. */
interface UnitFactor {
  readonly over: bigint;
  readonly under: bigint;
  readonly shift: bigint;
}

interface Scale extends UnitFactor {
  readonly kind: string;
}

const prefixes: Readonly<Record<string, number>> = {
  ...{ n: -9, µ: -6, μ: -6, u: -6, m: -3, c: -2, d: -1 },
  ...{ "": 0, h: 2, k: 3, M: 6, G: 9 },
};
const prefixed =
  /^(([nµμumcdk]?)(?:m|l|L|g)|([nµμum]?)(?:s|mol)|([nµμumkMG]?)(?:V|A|W|Wh|J|Hz|eV)|([mhkMG]?)(?:Pa|bar))$/;

const scale = (kind: string, over: bigint | number, under: bigint | number = 1, shift = 0): Scale => ({
  ...{ kind, over: BigInt(over), under: BigInt(under), shift: BigInt(shift) },
});

/** Without a prefix; shares are of 1, temperatures in K. */
const others: Readonly<Record<string, Scale>> = {
  ...{ "": scale("1", 1), "%": scale("1", 1, 100), "‰": scale("1", 1, 1000), ppm: scale("1", 1, 1e6) },
  ...{ k: scale("1", 1000), M: scale("1", 1e6), mn: scale("1", 1e6), Mio: scale("1", 1e6), Mrd: scale("1", 1e9) },
  ...{ bn: scale("1", 1e9), in: scale("m", 254, 1e4), ft: scale("m", 3048, 1e4), yd: scale("m", 9144, 1e4) },
  ...{ mi: scale("m", 1_609_344, 1000), t: scale("g", 1e6), mcg: scale("g", 1, 1e6) },
  ...{ lb: scale("g", 45_359_237, 1e5), lbs: scale("g", 45_359_237, 1e5), oz: scale("g", 28_349_523_125, 1e9) },
  ...{ sec: scale("s", 1), min: scale("s", 60), h: scale("s", 3600), hr: scale("s", 3600), d: scale("s", 86_400) },
  ...{ K: scale("K", 1), "°C": scale("K", 100, 100, 27_315), "°F": scale("K", 500, 900, 229_835) },
};

function scaleOf(unit: string): Scale | undefined {
  const plain = unit.replace("º", "°");
  if (Object.hasOwn(others, plain)) return others[plain];
  const [first = "", second, ...more] = plain.split("/");
  if (second !== undefined) {
    const [over, under] = [scaleOf(first), scaleOf(second)];
    const isRate = more.length === 0 && over && under && !/^[1K]$/.test(over.kind) && !/^[1K]$/.test(under.kind);
    return isRate ? scale(`${over.kind}/${under.kind}`, over.over * under.under, over.under * under.over) : undefined;
  }
  const [, whole, ...found]: readonly (string | undefined)[] = prefixed.exec(plain) ?? [];
  const prefix = found.find((each) => each !== undefined);
  if (whole === undefined || prefix === undefined) return undefined;
  const power = prefixes[prefix]!;
  return scale(whole.slice(prefix.length).toLowerCase(), 10 ** Math.max(power, 0), 10 ** Math.max(-power, 0));
}

/** Exact map between units of a kind: from cm to in x/2.54, from °F to °C (x − 32)·5/9. */
export function unitFactor(from: string, to: string): UnitFactor | undefined {
  const [a, b] = [scaleOf(from), scaleOf(to)];
  if (!a || !b || a.kind !== b.kind) return undefined;
  return { over: a.over * b.under, under: a.under * b.over, shift: a.shift * b.under - b.shift * a.under };
}

/** True for a unit with other known ones. */
export function hasOtherUnits(unit: string): boolean {
  return scaleOf(unit) !== undefined;
}

/** Zeros that decide on under- or overflow. */
const mostZeros = 1000;

/**
 * The double nearest to the map's value; below 10⁻²⁸⁸ cut off at 2⁻¹⁰²².
 *
 * @param text digits with a decimal point, perhaps a minus
 */
export function scaledNumber(text: string, { over, under, shift }: UnitFactor): number {
  const [, sign = "", whole = "", fraction = "", power = "0"] = /^(-?)(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  const exponent = Math.min(mostZeros, Math.max(-mostZeros, Number(power) - fraction.length));
  const [tens, parts] = [10n ** BigInt(Math.max(exponent, 0)), 10n ** BigInt(Math.max(-exponent, 0))];
  const top = BigInt(`${sign}${whole}${fraction}`) * tens * over + shift * parts;
  return top < 0n ? -nearestDouble(-top, under * parts) : nearestDouble(top, under * parts);
}

/** Rounds once: 64 bits or more, the last odd after a cut, lie on no middle between doubles. */
function nearestDouble(top: bigint, bottom: bigint): number {
  const bits = 4 * (bottom.toString(16).length - top.toString(16).length) + 68;
  const shift = Math.min(bits, 1022);
  const [a, b] = shift < 0 ? [top, bottom << BigInt(-shift)] : [top << BigInt(shift), bottom];
  return Number(a % b === 0n || bits > shift ? a / b : (a / b) | 1n) / 2 ** shift;
}

/** Unit of most cells. @param counts of cells by unit */
export function commonUnit(
  counts: ReadonlyMap<string, number>,
): { readonly unit: string; readonly own: number; readonly converted: number } | undefined {
  const met = [...counts].toSorted((a, b) => b[1] - a[1]).slice(0, mostCompared);
  const candidates = met.map(([unit, own]) => {
    const fits = met.filter(([other]) => other !== unit && unitFactor(other, unit));
    return { unit, own, converted: fits.reduce((sum, [, count]) => sum + count, 0) };
  });
  return candidates.toSorted((a, b) => b.own + b.converted - a.own - a.converted)[0];
}

const mostCompared = 20;
