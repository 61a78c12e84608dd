import type { PrivacyLoss } from "../../core/privacy/accounting/privacyLoss.ts";
import { gaussianLossLaw, laplaceLossLaw, type LossLaw } from "../../core/privacy/attack/lossLaw.ts";
import type { AttackAnswer, AttackedLine } from "../../core/release/attacking.ts";
import type { LinePicture } from "../../plots/small/linePlot.ts";
import type { BudgetInForce } from "../../state/presented/budgetInForce.ts";

/** A pair of neighbours at the budget in force. Private. */
export interface AttackedNow {
  readonly pair: AttackAnswer;
  readonly law: LossLaw;
  readonly claim: PrivacyLoss;
  readonly budget: BudgetInForce;
}

/** Undefined where x′ makes no difference. */
export function attackedNow(pair: AttackAnswer, budget: BudgetInForce): AttackedNow | undefined {
  if (!(pair.distance > 0)) return undefined;
  const scale = budget.multiplier * pair.unit;
  const law =
    pair.law === "gaussian"
      ? gaussianLossLaw(pair.distance / scale)
      : laplaceLossLaw(pair.shifts!.map((shift) => shift / scale));
  return { pair, law, claim: budget.loss, budget };
}

/** Both functions, and a release of one of them. */
export function linePicture({ places, first, second }: AttackedLine, axis: string, drawn?: Float64Array): LinePicture {
  const each = [first, second, ...(drawn ? [drawn] : [])];
  const low = Math.min(...each.map((values) => Math.min(...values)));
  const high = Math.max(...each.map((values) => Math.max(...values)));
  const room = 0.05 * (high - low) || 1;
  const points = (values: Float64Array) => Array.from(places, (x, i) => [x, values[i]!] as const);
  return {
    x: { domain: [places[0]!, places.at(-1)!] as const, isLog: false, label: axis },
    y: { domain: [low - room, high + room] as const, isLog: false, label: "" },
    series: [
      ...(drawn ? [{ points: points(drawn), role: "private" as const, as: "line" as const }] : []),
      { points: points(second), role: "second" as const, as: "line" as const },
      { points: points(first), role: "original" as const, as: "line" as const },
    ],
    description: `The functions with x and with x′${drawn ? ", and a release of one of them" : ""}`,
  };
}
