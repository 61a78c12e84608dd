import { PolynomialSizeControl } from "../../../panels/controls/PolynomialSizeControl.tsx";
import { Theorem7Note } from "../../../panels/guarantee/Theorem7Note.tsx";
import { latticeCost } from "../../../core/bernstein/bernstein.ts";
import { polynomialLimits } from "../../../core/bernstein/polynomialChoice.ts";
import { countText, numberText } from "../../../core/numberFormats.ts";
import { degreeLimits, iterationLimits, type BernsteinRoute } from "../model/bernsteinScenario.ts";
import { isPolynomial, type DensityProps } from "../model/view.ts";

export function bernsteinExplanation(route: BernsteinRoute): string {
  return explanations[route];
}

const explanations: Readonly<Record<BernsteinRoute, string>> = {
  bernsteinLaplace:
    "A polynomial through noisy values on a lattice: the only one here that needs no δ (Aldà & Rubinstein 2017).",
  bernsteinComposed:
    "The same noise for an ε with a δ, as the paper calibrates it for many values (Theorem 7, corrected).",
  bernsteinGaussian: "The same polynomial with normal noise on its values: less of it, for an ε with a δ.",
};

type BernsteinControlsProps = Pick<DensityProps, "scenario" | "view" | "problems" | "set">;

const countWords = ["k + 1", "(k + 1)²", "(k + 1)³"];

export function BernsteinControls({ scenario, view, problems, set }: BernsteinControlsProps) {
  const { size, degree, iterations, y, further } = scenario;
  const dimension = (y === "" ? 1 : 2) + further.length;
  const chosen = view && isPolynomial(view) ? view.facts.polynomial : undefined;
  const byHand = size === "byHand";
  return (
    <>
      {scenario.route === "bernsteinComposed" && (
        <Theorem7Note
          asked={scenario}
          values={chosen}
          inForce={view?.budget}
          onNormal={() => set({ route: "bernsteinGaussian" }, { commit: true })}
        />
      )}
      <PolynomialSizeControl
        explanations={{
          choice: byHand
            ? "Set here. Do not choose them by looking at the records."
            : `From the budget and other public numbers, by the least bound on the error${chosen ? `: k = ${chosen.degree}, h = ${chosen.iterations}` : ""}.`,
          degree: `${countWords[dimension - 1] ?? ""} values are released; more follow the ${dimension > 1 ? "surface" : "curve"} closer, and share the budget.`,
          iterations:
            "1 is Bernstein’s polynomial, which smooths; a higher order is nearer to the function and to the noise.",
        }}
        byHand={byHand ? { degree, iterations } : undefined}
        limits={{ degree: degreeLimits(dimension), iterations: iterationLimits }}
        problems={problems}
        onChoice={(choice) =>
          set(
            {
              size: choice,
              ...(choice === "byHand" && chosen && { degree: chosen.degree, iterations: chosen.iterations }),
            },
            { commit: true },
          )
        }
        onSize={(changed, commit) => set(changed, { commit })}
      />
      {y !== "" && dimension < 4 && view && (
        <p className="explanation" data-testid="lattice-cost">
          {costOfColumns(scenario, dimension === 2 ? 2 : 3, view.facts.recordCount)}
        </p>
      )}
    </>
  );
}

/** Most memory and time of one thread, and a third column's cost. */
function costOfColumns(scenario: BernsteinControlsProps["scenario"], columns: 2 | 3, recordCount: number): string {
  const [count, cost] = costOf(scenario, columns, recordCount);
  if (columns === 3) return `Three columns release up to ${count}, of which a slice is drawn: about ${cost}.`;
  const [further, more] = costOf(scenario, 3, recordCount);
  return `Two columns release up to ${count}: about ${cost}. With a third, up to ${further}: about ${more}.`;
}

function costOf(
  { size, degree, draws }: BernsteinControlsProps["scenario"],
  columns: 2 | 3,
  recordCount: number,
): readonly [string, string] {
  const most = polynomialLimits.degree[columns - 1]!;
  const { values, bytes, operations } = latticeCost({
    degree: size === "byHand" ? Math.min(degree, most) : most,
    drawCount: draws,
    gridCounts: columns === 3 ? [200, 200, 1] : [200, 200],
    operationsPerValue: recordCount,
  });
  // A record costs an exponential per axis, and a product per value of lattice and slice.
  const seconds = Math.max(0.1, (operations + 200 * 200 * recordCount) / 5e8);
  return [
    `${countText(values)} values`,
    `${numberText(bytes / 1e6)} MB and ${numberText(seconds)} s for ${countText(recordCount)} records`,
  ];
}
