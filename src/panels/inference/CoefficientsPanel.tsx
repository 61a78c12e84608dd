import { useMemo, useState } from "react";
import { curveBasis, type CurveBasisName } from "../../core/mean/curveBasis.ts";
import { numberText } from "../../core/numberFormats.ts";
import { pointwise95 } from "../../core/privacy/bands/pointwise.ts";
import { valueOf } from "../../core/release/curveFunctionals.ts";
import { functionalDeviation } from "../../core/release/noiseLaw.ts";
import { ChoiceControl } from "../controls/ChoiceControl.tsx";
import { NumberTable } from "../shared/NumberTable.tsx";
import type { LineNumbers } from "./population.ts";

const mostTerms = 12;

/** First coefficients of a released curve, with their noise. */
export function CoefficientsPanel({ of: { places, numbers, centre, law } }: { readonly of: LineNumbers }) {
  const [basis, setBasis] = useState<CurveBasisName>("cosines");
  const rows = useMemo(() => {
    const curve = numbers.map((number, i) => number + centre[i]!);
    const terms = Math.min(mostTerms, Math.floor(places.length / 2));
    return curveBasis(basis, places.length, terms).map((functional, j) => {
      const within = pointwise95 * functionalDeviation(law, [functional]);
      return [`c${j}`, `${numberText(valueOf(functional, curve))} ± ${numberText(within)}`] as const;
    });
  }, [basis, places, numbers, centre, law]);
  return (
    <div className="section-body columns" data-testid="coefficients">
      <div>
        <p className="explanation">
          A curve is a sum of basis functions, and each coefficient is an integral of the released curve: it costs
          nothing. ± holds its noise with 95 %. A coefficient below its noise says nothing about the records.
        </p>
        <ChoiceControl
          label="Basis"
          value={basis}
          choices={[
            { value: "cosines", label: "cosines" },
            { value: "polynomials", label: "polynomials (Legendre)" },
          ]}
          onChange={setBasis}
        />
      </div>
      <NumberTable rows={rows} />
    </div>
  );
}
