import { fewestBought, mostCrossValidated, type DensityPurchase } from "../../../core/density/densityPurchase.ts";
import { countText } from "../../../core/numberFormats.ts";

export function purchaseRefusal(way: DensityPurchase["kind"], n: number): string | undefined {
  if (n < fewestBought) return `Of ${countText(n)} records nothing is bought: at least four are needed.`;
  if (way !== "crossValidation" || n <= mostCrossValidated) return undefined;
  return (
    "Cross-validation looks at all pairs of records, and is offered for up to " +
    `${countText(mostCrossValidated)}; here are ${countText(n)}. A private range costs no ` +
    "more."
  );
}
