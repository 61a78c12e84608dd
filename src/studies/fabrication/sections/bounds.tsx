import { useMemo } from "react";
import type { BoundCheck } from "../../../core/affineHull/fabrication/boundChecks.ts";
import {
  fabricationCombinations,
  fabricationOptions,
} from "../../../core/affineHull/fabrication/fabricationCombinations.ts";
import { refusalOf } from "../../../core/combinations.ts";
import { numberText } from "../../../core/numberFormats.ts";
import { Problem } from "../../../panels/controls/Problem.tsx";
import { useAnswer } from "../../../panels/hooks/useAnswer.ts";
import { useSame } from "../../../panels/hooks/useSame.ts";
import { DataTable } from "../../../panels/shared/DataTable.tsx";
import { requestOf } from "../model/request.ts";
import type { FabricationProps } from "../model/view.ts";
import "../digits/tables.css";

const claims: Readonly<Record<BoundCheck["theorem"], string>> = {
  2: "The image of any point is not far from the origin",
  3: "The distance from an image is small where the rows are near",
  4: "The same of deep machines",
  5: "The same of deep machines side by side",
};

/** Near the ranges and twenty ranges away. */
export function Section({ shown, recordsId, client }: FabricationProps) {
  const request = useSame({ ...requestOf(shown), fieldCount: 0, frames: false });
  const refusal = refusalOf(fabricationCombinations, "bounds", fabricationOptions(request));
  const question = useMemo(
    () => (recordsId === undefined || refusal !== undefined ? undefined : { recordsId, request }),
    [recordsId, request, refusal],
  );
  const { answer, failure, isCurrent } = useAnswer(question, (asked, signal) =>
    client.run("checkingBounds", asked.recordsId, asked.request, { signal }),
  );
  if (refusal !== undefined) return <p className="explanation">{refusal}</p>;
  if (failure) return <Problem text={failure.message} />;
  if (!answer || !isCurrent) return <p className="explanation">Checking …</p>;
  const checks = answer.value;
  const broken = checks.filter(({ printed }) => isBroken(printed)).map(({ theorem }) => theorem);
  return (
    <>
      <div className="scrolling">
        <DataTable
          className="numbers wrapping"
          data-testid="bounds"
          head={["Theorem", "largest, of the printed bound", "largest, of the proved bound", "proof applies to"]}
          rows={checks.map(({ theorem, printed, proved, applies, checked }) => [
            `${theorem}: ${claims[theorem]}`,
            <>
              <span className="whole">{numberText(printed)}</span>
              {verdict(printed)}
            </>,
            applies === 0 ? "–" : `${numberText(proved)}${verdict(proved)}`,
            `${applies} of ${checked}`,
          ])}
        />
      </div>
      <p>
        {broken.length > 0
          ? `Here the printed ${broken.length === 1 ? "theorem" : "theorems"} ${broken.join(", ")} ${broken.length === 1 ? "fails" : "fail"}: far from the rows the memberships can add up to nothing, and the image goes anywhere.`
          : "On these machines the printed bounds hold. In general they do not: memberships can add up to nothing far from the rows."}{" "}
        What is proved needs all weights of a machine to be positive. That is looked up, not assumed.
      </p>
      <p className="explanation">
        Measured at {2 * 16 * 16} places, half of them up to twenty ranges away. A share of 1 would be the bound itself.
        All is made of noisy rows, so it costs nothing.
      </p>
    </>
  );
}

const isBroken = (share: number) => share > 1 + 1e-9;
const verdict = (share: number) => (isBroken(share) ? " ✗ exceeded" : " ✓");
