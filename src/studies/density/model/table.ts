import { shortNames } from "../../../core/tables/shortName.ts";
import { isGrouped } from "../../../core/grids.ts";
import { densityUnit } from "../../../core/release/file/writtenUnit.ts";
import { extraLines } from "../../../panels/export/extraLines.ts";
import { neighbourLine } from "../../../panels/guarantee/personWords.ts";
import type { ExportedTable } from "../../../panels/study/study.ts";
import { furtherUnits } from "../../../state/scenario/furtherInputs.ts";
import { isPolynomial, type DensityView } from "./view.ts";
import { requestOf } from "./request.ts";
import type { DensityScenario } from "./scenario.ts";

export function exportedTableOf(shown: DensityScenario, view: DensityView): ExportedTable {
  const { transformation, reflection, pointMass: atom } = requestOf(shown);
  const { domain, bandwidths, correlation, route, bump, relativeRate } = requestOf(shown);
  return {
    what: "density",
    names: [shown.x, ...(isGrouped(view.axes) ? [shown.groups] : shown.y === "" ? [] : [shown.y])],
    units: [shown.unitX, isGrouped(view.axes) ? "" : shown.unitY],
    // A slice has the unit of the density of all columns.
    valueUnit: densityUnit([
      shown.unitX,
      ...(isGrouped(view.axes) || shown.y === "" ? [] : [shown.unitY]),
      ...furtherUnits(shown),
    ]),
    privateColumns: [],
    ...(isPolynomial(view) && { deviationAt: (row: number) => view.sigma * view.facts.polynomial.shape[row]! }),
    drawn: [
      ...(shown.post === "density" ? ["post-processing = clipped at zero and renormalised"] : []),
      ...extraLines(view.extra),
    ],
    settings: [
      `neighbours = ${neighbourLine(shown)}`,
      `h = ${bandwidths.join(" ")}`,
      ...(bump ? [`kernel = ${bump}`] : []),
      ...(transformation
        ? [`scale = ${transformation}; h is on that scale; values are carried back to the variable's own`]
        : []),
      ...(shown.fill === "none" || shown.y !== "" ? [] : [`missing values = counted as ${shown.fill}`]),
      ...(shown.only === ""
        ? []
        : [
            `rows = those with ${shown.only} = ${shown.onlyValue}; the values are divided by the number of all rows, which hold their share`,
          ]),
      ...(isGrouped(view.axes)
        ? [
            `groups = ${shortNames(view.axes[1].levels)
              .map((level, k) => `${k + 1} is ${level}`)
              .join("; ")}; each curve is divided by the number of all records`,
          ]
        : []),
      ...(atom === undefined ? [] : [`counted apart = records at ${atom}; the curve is of the others`]),
      ...(reflection === true ? ["ends = what lies beyond the domain is folded back"] : []),
      ...(domain.length === 2 && shown.further.length === 0 ? [`correlation = ${correlation}`] : []),
      ...(isPolynomial(view)
        ? [
            `mechanism = Bernstein polynomial with ${noiseWords[view.facts.polynomial.law]}`,
            `degree k = ${view.facts.polynomial.degree}`,
            `order h of the operator = ${view.facts.polynomial.iterations}`,
          ]
        : [route === "gaussian" ? "route = gaussian" : `route = sobolev with rate ${relativeRate}/h`]),
      ...shown.further.map(({ name, domain: [low, high], at }) => `column ${name} = ${low} to ${high}; shown at ${at}`),
      `domain = ${domain.map(([lower, upper]) => `${lower}..${upper}`).join(" x ")}`,
    ],
  };
}

const noiseWords = {
  laplace: "laplace noise",
  composedLaplace: "laplace noise by Theorem 7",
  gaussian: "gaussian noise",
} as const;
