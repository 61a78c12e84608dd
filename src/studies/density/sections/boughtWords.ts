import type { DensityBought, DensityPurchase } from "../../../core/density/densityPurchase.ts";
import type { Interval } from "../../../core/grids.ts";
import { numberText, significant } from "../../../core/numberFormats.ts";
import { bandwidthLimits } from "../model/bandwidthRange.ts";
import type { DensityScenario } from "../model/scenario.ts";

/** Moves a bandwidth into the slider's public limits; with a bought domain it is then not bought. */
export function changeOf(bought: DensityBought, scenario: DensityScenario): Partial<DensityScenario> {
  const { domainX, domainY } = scenario;
  const within = (h: number, domain: Interval) => {
    const { min, max } = bandwidthLimits(domain);
    return significant(Math.min(max, Math.max(min, h)), 6);
  };
  switch (bought.kind) {
    case "noAnswer":
      return {};
    case "size":
      return { size: "byHand", degree: bought.degree, iterations: bought.iterations };
    case "bandwidths": {
      const [h, hy] = bought.bandwidths as [number, number | undefined];
      const second = hy === undefined ? {} : { hy: within(hy, domainY) };
      return { h: within(h, domainX), ...second };
    }
    case "domain": {
      const [first, second] = bought.domain.map(([a, b]) => [significant(a, 6), significant(b, 6)] as const);
      if (!first || !(first[1] > first[0]) || (second && !(second[1] > second[0]))) return {};
      return {
        domainX: first,
        h: within(scenario.h, first),
        ...(second && { domainY: second, hy: within(scenario.hy, second) }),
      };
    }
  }
}

export function saidOf(
  bought: DensityBought,
  change: Partial<DensityScenario>,
  shown: DensityScenario,
  { epsilon, kind }: DensityPurchase,
  left: number,
  delta: number,
): string {
  const cost =
    `It cost ε = ${numberText(epsilon)}${kind === "proposeTestRelease" ? ` and δ = ${numberText(delta / 2)}` : ""}; ` +
    `ε is now ${numberText(left)}, what is left.`;
  if (bought.kind === "noAnswer") {
    return (
      "Propose-test-release gave no answer: the range is not stable enough for this budget, or is 0. The bandwidth " +
      `stays as it was. ${cost}`
    );
  }
  if (bought.kind === "size") return `Bought: k = ${bought.degree} and h = ${bought.iterations}. ${cost}`;
  if (bought.kind === "domain") {
    if (!change.domainX) return `Both ends came out at one place, so the domain stays as it was. ${cost}`;
    const text = [change.domainX, change.domainY].flatMap((domain) => (domain ? [`${domain[0]} to ${domain[1]}`] : []));
    const moved = change.h === shown.h ? "" : ` h is now ${numberText(change.h!)}, within its limits there.`;
    return `Bought: the domain ${text.join(" by ")}.${moved} ${cost}`;
  }
  const ranges =
    bought.ranges.length > 0 ? `an interquartile range of ${bought.ranges.map(numberText).join(" and ")}, hence ` : "";
  const widths = [change.h, change.hy].flatMap((h) => (h === undefined ? [] : [numberText(h)]));
  return `Bought: ${ranges}h = ${widths.join(" and ")}.${limitedSentence(bought.bandwidths, change)} ${cost}`;
}

function limitedSentence(bandwidths: readonly number[], { h, hy }: Partial<DensityScenario>): string {
  const limited = bandwidths.flatMap((bought, j) => {
    const used = (j === 0 ? h : hy)!;
    if (Math.abs(bought - used) <= 1e-5 * bought) return [];
    const [end, way] =
      bought < used ? ["least: a 500th of the domain", "a narrower"] : ["most: the whole domain", "a wider"];
    return [` The rule gives ${numberText(bought)}; ${numberText(used)} is the ${end}. To use it, declare ${way} one.`];
  });
  return limited.join("");
}
