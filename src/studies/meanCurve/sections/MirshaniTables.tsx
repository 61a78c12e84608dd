import { achievedEpsilon } from "../../../core/privacy/calibration/gaussian.ts";
import { numberText } from "../../../core/numberFormats.ts";
import { tabledKernels, tableOnePenalties, type TabledKernel } from "../../../core/figures/mirshaniTables.ts";
import { bestRange, cellsOf, optimumOf, recipes, type Cell } from "./tableCells.ts";
import "./tables.css";

interface TableProps {
  readonly cells: readonly Cell[];
  readonly onAdopt: (tabled: TabledKernel, penalty: number, range: number) => void;
}

/** Table 1 as printed, as published and by the theorem. */
export function TableOne({ cells, onAdopt }: TableProps) {
  return (
    <div className="map-scroll">
      <table data-testid="table-1">
        <caption>Table 1: the ρ of least cross-validation for each φ</caption>
        <thead>
          <tr>
            <th scope="col">φ</th>
            {tabledKernels.map(({ name }) => (
              <td key={name} colSpan={3}>
                {name}
              </td>
            ))}
          </tr>
          <tr>
            <td />
            {tabledKernels.flatMap(({ name }) =>
              ["printed", "as published", "Theorem"].map((what) => <td key={`${name} ${what}`}>{what}</td>),
            )}
          </tr>
        </thead>
        <tbody>
          {tableOnePenalties.map((penalty, row) => (
            <tr key={penalty}>
              <th scope="row">{numberText(penalty)}</th>
              {tabledKernels.flatMap((tabled) => [
                <td key={`${tabled.name} printed`}>{numberText(tabled.printedRanges[row]!)}</td>,
                ...recipes.slice(0, 2).map((recipe) => {
                  const range = bestRange(cellsOf(cells, "one", recipe, tabled), row);
                  return (
                    <td key={`${tabled.name} ${recipe.id}`}>
                      {range === undefined ? (
                        "–"
                      ) : (
                        <Adopt text={numberText(range)} onClick={() => onAdopt(tabled, penalty, range)} />
                      )}
                    </td>
                  );
                }),
              ])}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface TableTwoProps extends TableProps {
  readonly epsilon: number;
  readonly delta: number;
}

/** Table 2 likewise, with the ε of the published noise. */
export function TableTwo({ cells, epsilon, delta, onAdopt }: TableTwoProps) {
  return (
    <div className="map-scroll">
      <table data-testid="table-2">
        <caption>
          Table 2: the φ and ρ of least private cross-validation, at ε = {numberText(epsilon)}, δ = {numberText(delta)}
        </caption>
        <thead>
          <tr>
            <th scope="col">Kernel</th>
            <td>φ, ρ printed</td>
            {recipes.map(({ id, label }) => (
              <td key={id}>{label}</td>
            ))}
            <td>ε that the published noise has</td>
          </tr>
        </thead>
        <tbody>
          {tabledKernels.map((tabled) => (
            <tr key={tabled.name}>
              <th scope="row">{tabled.name}</th>
              <td>
                {numberText(tabled.printedOptimum.penalty)}, {numberText(tabled.printedOptimum.range)}
              </td>
              {recipes.map((recipe) => {
                const best = optimumOf(cellsOf(cells, "two", recipe, tabled));
                return (
                  <td key={recipe.id}>
                    {best ? (
                      <Adopt
                        text={`${numberText(best.penalty)}, ${numberText(best.range)}`}
                        onClick={() => onAdopt(tabled, best.penalty, best.range)}
                      />
                    ) : (
                      "–"
                    )}
                  </td>
                );
              })}
              <td>{epsilonText(optimumOf(cellsOf(cells, "two", recipes[0], tabled)), delta)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Adopt({ text, onClick }: { readonly text: string; readonly onClick: () => void }) {
  return (
    <button type="button" className="in-table" onClick={onClick}>
      {text}
    </button>
  );
}

function epsilonText(best: ReturnType<typeof optimumOf>, delta: number): string {
  return best ? numberText(achievedEpsilon({ delta, noiseMultiplier: best.noiseMultiplier })) : "–";
}
