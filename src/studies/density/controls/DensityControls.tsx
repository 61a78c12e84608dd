import { scaleWords } from "../../../core/density/densityFrame.ts";
import { numberText } from "../../../core/numberFormats.ts";
import { ChoiceControl } from "../../../panels/controls/ChoiceControl.tsx";
import { hasMissingCells } from "../../../panels/data/columnWords.ts";
import { ColumnControl, DataPanel } from "../../../panels/data/DataPanel.tsx";
import { numericNames } from "../../../panels/data/numericNames.ts";
import { FurtherColumns } from "../../../panels/data/FurtherColumns.tsx";
import { GroupControl } from "../../../panels/controls/declared/GroupControl.tsx";
import { boundControls } from "../../../panels/controls/boundControls.ts";
import { BudgetSliders } from "../../../panels/controls/privacy/BudgetSliders.tsx";
import { MostRecordsControl } from "../../../panels/controls/privacy/MostRecordsControl.tsx";
import { PrivacyControls } from "../../../panels/controls/privacy/PrivacyControls.tsx";
import { Problem } from "../../../panels/controls/Problem.tsx";
import { ProvenanceControl } from "../../../panels/controls/privacy/ProvenanceControl.tsx";
import { SliderControl } from "../../../panels/controls/SliderControl.tsx";
import { typedLevels } from "../../../panels/controls/declared/typedGroups.ts";
import { isBernstein } from "../model/bernsteinScenario.ts";
import { chooseColumn } from "../model/columnChange.ts";
import { CurveControls } from "./CurveControls.tsx";
import { DomainControls } from "./DomainControls.tsx";
import { densityExamples } from "../model/examples.ts";
import { NoiseControls } from "./NoiseControls.tsx";
import { groupWords } from "../model/declaration.ts";
import { meanHeight } from "../words/noiseShare.ts";
import { drawn } from "../model/options.ts";
import { smoothedDomain } from "../model/bandwidthRange.ts";
import { densityFields, densityParameterNames } from "../model/fields.ts";
import { exampleScenario } from "../model/links.ts";
import type { DensityScenario } from "../model/scenario.ts";
import { bandwidthWords } from "../model/sliderWords.ts";
import type { DensityProps } from "../model/view.ts";

export function MainSliders(props: DensityProps) {
  const { scenario, problems, set } = props;
  const bound = boundControls(densityFields, { scenario, problems, set });
  const { h, x, y } = scenario;
  return (
    <>
      <BudgetSliders
        scenario={scenario}
        problems={problems}
        noise={noiseOf(props)}
        isPure={scenario.route === "bernsteinLaplace"}
        recordCount={props.view?.facts.recordCount}
        set={set}
      />
      <SliderControl
        {...bound.slider("h")}
        {...(y !== "" && { label: `Bandwidth along ${x}`, symbol: "h₁" })}
        explanation={`Width of the bump that each record spreads into${onScale(scenario)}; wider is smoother and needs less noise.`}
        valueText={bandwidthWords({ h, domain: smoothedDomain(scenario), axis: x })}
        problem={problems.get("h") ?? problems.get("bandwidth")}
      />
    </>
  );
}

export function DensityControls(props: DensityProps) {
  const { scenario, data, records, problems, set, act } = props;
  const { x, y, further, route } = scenario;

  return (
    <>
      <DataPanel
        examples={densityExamples}
        chosen={scenario.data}
        data={data}
        problem={data.problem?.sentence}
        missing={{ droppedCount: records?.droppedCount ?? 0, offered: hasMissing(props), unread: records?.unread }}
        act={act}
        onExample={(id) => set(exampleScenario(densityExamples, id), { commit: true })}
      >
        {(columns) => (
          <>
            <ColumnControl
              label="Column"
              value={x}
              columns={numericNames(columns)}
              problem={problems.get("x")}
              onChange={(column) => chooseColumn(props, columns, { x: column, y: column === y ? "" : y }, "x")}
            />
            <ColumnControl
              label="Second column"
              value={y}
              columns={numericNames(columns).filter((name) => name !== x)}
              none="None: a curve"
              onChange={(column) => chooseColumn(props, columns, { y: column }, "y")}
            />
            {(isBernstein(route) || further.length > 0) && (
              <FurtherColumns
                name="Further column"
                label="Smoothed with the others, not drawn: domain, and where they are held"
                explanation={`One a line, as “z: 0..3 at 1.2”; empty for none. Declared by you. Along them a bump is as wide a share of the domain as along ${x}.`}
                further={further}
                taken={[x, y]}
                numeric={numericNames(columns)}
                problem={problems.get("further")}
                onChange={(value) => set({ further: value }, { commit: true })}
              />
            )}
            <GroupControl
              usual={densityExamples.find(({ id }) => id === scenario.data)?.defaults.groups}
              scenario={scenario}
              listed={typedLevels(scenario.levels).join(", ")}
              words={groupWords}
              without={withoutForGroups}
              problems={problems}
              onChange={(groups) => set(groups, { commit: true })}
            />
            <RowsSentence scenario={scenario} problem={problems.get("only")} />
          </>
        )}
      </DataPanel>
      <section className="group" aria-label="Declare">
        <h2>Declare</h2>
        <DomainControls {...props} />
        <MostRecordsControl
          {...boundControls(densityFields, { scenario, problems, set }).field("most")}
          records="records"
          held={props.view?.inside?.held}
        />
        <NoiseControls {...props} />
        <CurveControls {...props} />
      </section>
      <section className="group" aria-label="Budget">
        <h2>Budget</h2>
        <PrivacyControls
          scenario={scenario}
          problems={problems}
          isCalibrated={route !== "bernsteinLaplace" && route !== "bernsteinComposed"}
          set={set}
        />
        <ProvenanceControl names={densityParameterNames} scenario={scenario} set={set} />
        <ChoiceControl
          {...boundControls(densityFields, { scenario, problems, set }).choice("post")}
          explanation="Clipping at zero and renormalising reads only the released curve, so it costs no privacy."
        />
      </section>
    </>
  );
}

function RowsSentence({
  scenario: { x, y, fill, only, onlyValue },
  problem,
}: Pick<DensityProps, "scenario"> & { readonly problem: string | undefined }) {
  const filled = fill === "none" || y !== "" ? [] : [`A missing ${x} counts as ${numberText(fill)}.`];
  const wanted =
    only === ""
      ? []
      : [
          `Of the rows with ${only} = ${onlyValue}, divided by the number of all; the share of the others is beside it.`,
        ];
  if (filled.length + wanted.length === 0) return null;
  return (
    <div className="control">
      <p className="explanation">{[...filled, ...wanted].join(" ")} Declared with the file.</p>
      <Problem text={problem} />
    </div>
  );
}

function onScale(scenario: DensityScenario): string {
  const { scale } = drawn(scenario);
  return scale === "own" ? "" : `, on the ${scaleWords[scale]} scale`;
}

function hasMissing({ scenario: { x, y, further }, data: { columns } }: DensityProps): boolean {
  return hasMissingCells(columns, [x, y, ...further.map(({ name }) => name)]);
}

function noiseOf({ view, shown }: DensityProps): { standardDeviation: number; meanHeight: number } {
  return { standardDeviation: view?.sigma ?? 0, meanHeight: view ? meanHeight(view, shown) : 0 };
}

const withoutForGroups =
  "These are about one curve of all records: comparisons, bought bandwidths and ends, choices from a list, what one person changes, online questions, synthetic records, terms. Choose no groups for them.";
