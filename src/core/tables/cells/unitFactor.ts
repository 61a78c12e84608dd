/** digits·10^exponent. */
interface UnitFactor {
  readonly digits: bigint;
  readonly exponent: number;
}

interface Scale extends UnitFactor {
  /** Units of one kind measure the same. */
  readonly kind: string;
}

const prefixes: Readonly<Record<string, number>> = {
  ...{ n: -9, µ: -6, μ: -6, u: -6, m: -3, c: -2, d: -1 },
  ...{ "": 0, h: 2, k: 3, M: 6, G: 9 },
};
const prefixed =
  /^(([nµμumcdk]?)(?:m|l|L|g)|([nµμum]?)(?:s|mol)|([nµμumkMG]?)(?:V|A|W|Wh|J|Hz|eV)|([mhkMG]?)(?:Pa|bar))$/;

const scale = (kind: string, digits: bigint | number, exponent: number): Scale => ({
  ...{ kind, exponent },
  digits: BigInt(digits),
});

/** Without a prefix; shares are of 1. */
const others: Readonly<Record<string, Scale>> = {
  ...{ "": scale("1", 1, 0), "%": scale("1", 1, -2), "‰": scale("1", 1, -3), ppm: scale("1", 1, -6) },
  ...{ k: scale("1", 1, 3), M: scale("1", 1, 6), mn: scale("1", 1, 6), Mio: scale("1", 1, 6), Mrd: scale("1", 1, 9) },
  ...{ bn: scale("1", 1, 9), in: scale("m", 254, -4), ft: scale("m", 3048, -4), yd: scale("m", 9144, -4) },
  ...{ mi: scale("m", 1_609_344, -3), t: scale("g", 1, 6), mcg: scale("g", 1, -6) },
  ...{ lb: scale("g", 45_359_237, -5), lbs: scale("g", 45_359_237, -5), oz: scale("g", 28_349_523_125, -9) },
};

/** Undefined for an unknown unit, and for money. */
function scaleOf(unit: string): Scale | undefined {
  if (Object.hasOwn(others, unit)) return others[unit];
  const parts = unit.split("/");
  if (parts.length > 2) return undefined;
  const [over, under] = parts.map((part) => {
    const [, whole, ...found]: readonly (string | undefined)[] = prefixed.exec(part) ?? [];
    const prefix = found.find((each) => each !== undefined);
    return whole === undefined || prefix === undefined
      ? undefined
      : { kind: whole.slice(prefix.length).toLowerCase(), exponent: prefixes[prefix]! };
  });
  if (!over || (parts.length === 2 && !under)) return undefined;
  return under
    ? scale(`${over.kind}/${under.kind}`, 1, over.exponent - under.exponent)
    : scale(over.kind, 1, over.exponent);
}

const mostDigits = 12;

/**
 * The exact factor from one unit to another; undefined unless they are of one kind and it has finitely many decimals: 0.01 from
 * cm to m, 2.54 from in to cm, none from cm to in.
 */
export function unitFactor(from: string, to: string): UnitFactor | undefined {
  const [a, b] = [scaleOf(from), scaleOf(to)];
  if (!a || !b || a.kind !== b.kind) return undefined;
  for (let k = 0, over = a.digits; k <= mostDigits; k++, over *= 10n)
    if (over % b.digits === 0n) return { digits: over / b.digits, exponent: a.exponent - b.exponent - k };
  return undefined;
}

/** True for a unit of which others are known. */
export function hasOtherUnits(unit: string): boolean {
  return scaleOf(unit) !== undefined;
}

/** The double nearest to the product. @param text digits with a decimal point, without a sign */
export function scaledNumber(text: string, { digits, exponent }: UnitFactor): number {
  const [, whole = "", fraction = "", power = "0"] = /^(\d*)\.?(\d*)(?:e([+-]?\d+))?$/i.exec(text) ?? [];
  return Number(`${BigInt(whole + fraction) * digits}e${Number(power) + exponent - fraction.length}`);
}

/** The unit that most cells have or are converted to. @param counts of cells by unit */
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
