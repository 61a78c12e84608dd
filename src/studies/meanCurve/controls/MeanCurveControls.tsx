import { meanCurveExamples } from "../model/examples.ts";
import { countText, numberText, spokenNumber } from "../../../core/numberFormats.ts";
import { boundControls } from "../../../panels/controls/boundControls.ts";
import { ChoiceControl } from "../../../panels/controls/ChoiceControl.tsx";
import { DataPanel } from "../../../panels/data/DataPanel.tsx";
import { DomainControl } from "../../../panels/controls/declared/DomainControl.tsx";
import { GroupControl } from "../../../panels/controls/declared/GroupControl.tsx";
import { sharesText, typedShares } from "../../../panels/controls/declared/typedGroups.ts";
import { BudgetSliders } from "../../../panels/controls/privacy/BudgetSliders.tsx";
import { MostRecordsControl } from "../../../panels/controls/privacy/MostRecordsControl.tsx";
import { PrivacyControls } from "../../../panels/controls/privacy/PrivacyControls.tsx";
import { ProvenanceControl } from "../../../panels/controls/privacy/ProvenanceControl.tsx";
import { SliderControl } from "../../../panels/controls/SliderControl.tsx";
import { NumberControl } from "../../../panels/controls/NumberControl.tsx";
import { Problem } from "../../../panels/controls/Problem.tsx";
import { ownData } from "../../../state/scenario/ownData.ts";
import { TypedControl } from "./TypedControl.tsx";
import { groupWords } from "../model/declaration.ts";
import { KernelControls, rangeWithin } from "./KernelControls.tsx";
import { LayoutControls } from "./LayoutControls.tsx";
import type { MeanCurveInside, MeanCurveProps } from "../model/view.ts";
import { isUnsmoothed, separateColumns, withColumnRanges } from "../model/separateColumns.ts";
import { meanCurveFields, meanCurveParameterNames, rangesLength } from "../model/fields.ts";
import { exampleScenario } from "../model/links.ts";
import { exampleOf, type MeanCurveScenario } from "../model/scenario.ts";

export function MainSliders({ scenario, view, problems, set }: MeanCurveProps) {
  const bound = boundControls(meanCurveFields, { scenario, problems, set });
  return (
    <>
      <BudgetSliders
        scenario={scenario}
        problems={problems}
        noise={{ standardDeviation: view?.sigma }}
        recordCount={view?.facts.recordCount}
        set={set}
      />
      {!isUnsmoothed(scenario) && (
        <SliderControl
          {...bound.slider("penalty")}
          explanation="How strongly rough parts of the mean are shrunk; more penalty needs less noise."
          valueText={`penalty phi ${spokenNumber(scenario.penalty)}`}
        />
      )}
    </>
  );
}

export function MeanCurveControls(props: MeanCurveProps) {
  const { scenario, data, view, problems, set, act } = props;
  const bound = boundControls(meanCurveFields, { scenario, problems, set });
  const { domain, kernel, normBound } = scenario;
  const { inside } = view ?? {};
  const choose = (change: Partial<MeanCurveScenario>) => set(change, { commit: true });
  const { records } = props;
  const own = scenario.data === ownData;

  return (
    <>
      <DataPanel
        examples={meanCurveExamples}
        chosen={exampleOf(meanCurveExamples, scenario.data)?.example.id ?? ownData}
        data={data}
        problem={data.problem?.sentence}
        missing={{ droppedCount: undefined, offered: scenario.view === "inside" && own }}
        act={act}
        onExample={(id) => choose(exampleScenario(meanCurveExamples, id))}
      >
        {(columns) => (own ? <LayoutControls {...props} columns={columns} choose={choose} /> : null)}
      </DataPanel>
      {records && records.notices.length > 0 && (
        <section className="group" aria-label="What was done with the curves">
          <p className="explanation">{records.notices.join(" ")}</p>
        </section>
      )}
      <section className="group" aria-label="Declare">
        <h2>Declare</h2>
        <DomainControl
          label="Domain of time"
          value={domain}
          clamped={undefined}
          unit={scenario.unitX}
          outside="times outside are unused"
          problem={problems.get("domain") ?? problems.get("lower") ?? problems.get("upper")}
          onChange={(value) =>
            choose({ domain: value, window: value, range: rangeWithin(scenario.range, kernel, value) })
          }
        />
        <NumberControl {...bound.number("points")}>
          <p className="explanation">
            Of the public grid that the curves are moved onto; the guarantee covers all of them.
          </p>
          <Problem text={problems.get("points") ?? problems.get("count") ?? problems.get("grid")} />
        </NumberControl>
        {separateColumns(scenario) && (
          <TypedControl
            label="Ranges of the columns"
            longest={rangesLength}
            placeholder="age: 0..100 years; height: 40..250 cm"
            {...bound.field("columnRanges")}
            onChange={(ranges) => choose(withColumnRanges(ranges, scenario))}
          >
            Declared by you: values beyond count as the end of their range. Each column adds noise to all.
          </TypedControl>
        )}
        <MostRecordsControl {...bound.field("most")} records="curves" held={inside?.held} />
        <KernelControls {...props} />
        <TypedControl label="Centre" longest={400} placeholder="none, 120, or 0:40, 21:200" {...bound.field("centre")}>
          What you expect without looking: a number, or a curve as time:value. It is subtracted from every curve before
          and added after. So τ bounds the distance from it, and the penalty pulls to it in place of zero.
        </TypedControl>
        <SliderControl
          {...bound.slider("normBound")}
          explanation={
            "Declared by you: curves whose root mean " +
            `square${scenario.centre === "" ? "" : " distance from the centre"} is larger are shrunk to ` +
            `it.${inside && view ? ` ${shrunkText(inside, Math.min(inside.held, view.facts.recordCount))}` : ""}`
          }
          valueText={`norm bound tau ${spokenNumber(normBound)}`}
        />
        <ChoiceControl
          {...bound.choice("rule")}
          explanation="Weights of the grid points in norms; they change what φ means, not the guarantee."
        />
        <GroupControl
          usual={exampleOf(meanCurveExamples, scenario.data)?.defaults.groups}
          scenario={scenario}
          listed={sharesText(typedShares(scenario.levels))}
          words={groupWords}
          without={withoutForGroups}
          problems={problems}
          onChange={choose}
        />
      </section>
      <section className="group" aria-label="Budget">
        <h2>Budget</h2>
        <UnitOfPrivacy {...props} />
        <PrivacyControls scenario={scenario} problems={problems} set={set} />
        <ProvenanceControl names={meanCurveParameterNames} scenario={scenario} set={set} />
      </section>
    </>
  );
}

function UnitOfPrivacy({ scenario, records, problems, set }: MeanCurveProps) {
  const { person } = scenario;
  if (person === "") {
    return (
      <p className="explanation">
        Unit of privacy: one curve. If a person can have several, load data with a column that says whose each curve is.
      </p>
    );
  }
  return (
    <NumberControl {...boundControls(meanCurveFields, { scenario, problems, set }).number("perPerson")}>
      <p className="explanation">
        {`Unit of privacy: all curves of one ${person}. The first ones up to this bound are used; the sensitivity grows with it.${
          records?.largestPerPerson !== undefined
            ? ` In the data a person has up to ${records.largestPerPerson}; ${countText(records.leftOut)} ` +
              "curves are left out. How many remain depends on the records, and the guarantee treats it as public."
            : ""
        }`}
      </p>
      <Problem text={problems.get("perPerson") ?? problems.get("curvesPerPerson")} />
    </NumberControl>
  );
}

/** Inside only: it compares τ₀ with the curves. */
function shrunkText({ clippedCount, largestNorm }: MeanCurveInside, curveCount: number): string {
  if (clippedCount === undefined || largestNorm === undefined) return "How many were is not known of sums.";
  const largest = `max ‖X‖ is ${numberText(largestNorm)}; taken for τ, as the paper does, it would not be private.`;
  if (clippedCount === 0) return `None is: ${largest}`;
  const which =
    clippedCount === curveCount ? "Every curve is" : `${countText(clippedCount)} of ${countText(curveCount)} are`;
  return `${which}: ${largest}`;
}

const withoutForGroups =
  "These are about one mean of all curves: comparisons, bought φ, ρ or τ, the paper’s tables, the map of φ and ρ, slopes, the strip of scenarios. Choose no groups for them.";
