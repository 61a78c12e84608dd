import type { PrivacyLoss } from "../../core/privacy/accounting/privacyLoss.ts";
import { pointwise95 } from "../../core/privacy/bands/pointwise.ts";
import { gaussianLossLaw, laplaceLossLaw, type LossLaw } from "../../core/privacy/attack/lossLaw.ts";
import type { AttackAnswer, AttackedLine } from "../../core/release/attacking.ts";
import type { LinePicture } from "../../plots/small/linePlot.ts";
import type { BudgetInForce } from "../../state/presented/budgetInForce.ts";

/** Neighbours at the budget in force. Private. */
export interface AttackedNow {
  readonly pair: AttackAnswer;
  readonly law: LossLaw;
  readonly claim: PrivacyLoss;
  readonly budget: BudgetInForce;
}

/** Undefined if x′ makes no difference. */
export function attackedNow(pair: AttackAnswer, budget: BudgetInForce): AttackedNow | undefined {
  if (!(pair.distance > 0)) return undefined;
  const scale = budget.multiplier * pair.unit;
  const law =
    pair.law === "gaussian"
      ? gaussianLossLaw(pair.distance / scale)
      : laplaceLossLaw(
          pair.shifts!.map((shift) => shift / scale),
          pair.pointMass,
        );
  return { pair, law, claim: budget.loss, budget };
}

/** f′ minus f, and a release minus f, or twice 1.96 deviations at a point. */
export function linePicture(
  { places, first, second }: AttackedLine,
  axis: string,
  { drawn, deviation }: { readonly drawn?: Float64Array; readonly deviation?: number | undefined } = {},
): LinePicture {
  const [least, most] = [places[0]!, places.at(-1)!];
  const minusFirst = (values: Float64Array) => Array.from(places, (x, i) => [x, values[i]! - first[i]!] as const);
  const change = minusFirst(second);
  const released = drawn ? [minusFirst(drawn)] : [];
  const noise = deviation === undefined ? [] : [-pointwise95, pointwise95].map((times) => times * deviation);
  const lines = [...released, ...noise.map((y) => [[least, y] as const, [most, y] as const])];
  const reach = 1.1 * Math.max(1e-12, ...[change, ...lines].flat().map(([, y]) => Math.abs(y)));
  return {
    x: { domain: [least, most], isLog: false, label: axis },
    y: { domain: [-reach, reach], isLog: false, label: "minus f" },
    series: [
      ...lines.map((points) => ({ points, role: "private" as const, as: "line" as const })),
      { points: [[least, 0], [most, 0]], role: "quiet", as: "line" }, // prettier-ignore
      { points: change, role: "second", as: "line" },
    ],
    description: drawn
      ? "One release and the function with x′, both minus the function with x"
      : "The function with x′ minus the function with x, between lines of 1.96 standard deviations of the noise",
  };
}
