import { countText, spokenNumber } from "../../../core/numberFormats.ts";
import { boundControls } from "../../../panels/controls/boundControls.ts";
import { GroupControl } from "../../../panels/controls/declared/GroupControl.tsx";
import { sharesText, typedShares } from "../../../panels/controls/declared/typedGroups.ts";
import { groupWords } from "../model/declaration.ts";
import { refusedUse } from "../model/options.ts";
import { hasMissingCells, outsideText } from "../../../panels/data/columnWords.ts";
import { DataPanel } from "../../../panels/data/DataPanel.tsx";
import { DomainControl } from "../../../panels/controls/declared/DomainControl.tsx";
import { BudgetSliders } from "../../../panels/controls/privacy/BudgetSliders.tsx";
import { MostRecordsControl } from "../../../panels/controls/privacy/MostRecordsControl.tsx";
import { PrivacyControls } from "../../../panels/controls/privacy/PrivacyControls.tsx";
import { ProvenanceControl } from "../../../panels/controls/privacy/ProvenanceControl.tsx";
import { SliderControl } from "../../../panels/controls/SliderControl.tsx";
import { BoundaryColumns, dataProblem } from "./BoundaryColumns.tsx";
import type { BoundaryProps } from "../model/view.ts";
import { boundaryExamples } from "../model/examples.ts";
import { FitControls } from "./FitControls.tsx";
import { boundaryFields, boundaryParameterNames } from "../model/fields.ts";
import { exampleScenario } from "../model/links.ts";
import { libsvmWords } from "../words/libsvmTerms.ts";
import type { BoundaryScenario } from "../model/scenario.ts";

export function MainSliders({ scenario, view, problems, set }: BoundaryProps) {
  const bound = boundControls(boundaryFields, { scenario, problems, set });
  const { penalty } = scenario;
  const recordCount = view?.facts.recordCount;
  return (
    <>
      <BudgetSliders
        scenario={scenario}
        problems={problems}
        noise={{ standardDeviation: view?.sigma }}
        recordCount={recordCount}
        set={set}
      />
      <SliderControl
        {...bound.slider("penalty")}
        explanation={`Weight of ‖f‖²; larger is smoother and needs less noise.${recordCount !== undefined && scenario.groups === "" ? ` ${libsvmWords(scenario, recordCount)}` : ""}`}
        valueText={`penalty lambda ${spokenNumber(penalty)}`}
      />
    </>
  );
}

export function BoundaryControls(props: BoundaryProps) {
  const { scenario, data, records, view, problems, set, act } = props;
  const { task, x, y, response } = scenario;
  const bound = boundControls(boundaryFields, { scenario, problems, set });
  const plane = task === "classification";
  const choose = (change: Partial<BoundaryScenario>) => set(change, { commit: true });
  const { inside } = view ?? {};

  return (
    <>
      <DataPanel
        examples={boundaryExamples}
        chosen={scenario.data}
        data={data}
        problem={dataProblem(props, "data")}
        missing={{ droppedCount: records?.droppedCount ?? 0, offered: hasMissing(props) }}
        act={act}
        onExample={(id) => choose(exampleScenario(boundaryExamples, id) ?? {})}
      >
        {(columns) => <BoundaryColumns {...props} columns={columns} choose={choose} />}
      </DataPanel>
      {records && data.edited && (
        <section className="group" aria-label="Edited points">
          <p className="explanation">
            You changed points by hand; there are now{" "}
            <span data-testid="point-count">{countText(records.responses.length)}</span>.
          </p>
          <button type="button" onClick={() => act.editRecords(undefined)}>
            Restore the data
          </button>
        </section>
      )}
      <section className="group" aria-label="Declare">
        <h2>Declare</h2>
        <DomainControl
          label={plane ? `Domain of ${x}` : "Domain"}
          {...bound.field("domainX")}
          clamped={outsideText(inside?.clampedCount, view?.facts.recordCount)}
          problem={problems.get("domainX") ?? problems.get("domain")}
        />
        {plane ? (
          <DomainControl {...bound.field("domainY")} label={`Domain of ${y}`} clamped={undefined} />
        ) : (
          <DomainControl
            label={`Range of ${response}`}
            {...bound.field("range")}
            clamped={outsideText(inside?.clampedResponseCount, view?.facts.recordCount)}
            problem={problems.get("range") ?? problems.get("responseRange")}
          />
        )}
        <MostRecordsControl {...bound.field("most")} records="records" held={inside?.records.responses.length} />
        {data.columns && (
          <GroupControl
            usual={boundaryExamples.find(({ id }) => id === scenario.data)?.defaults.groups}
            scenario={scenario}
            listed={sharesText(typedShares(scenario.levels))}
            words={groupWords}
            without={refusedUse("map", scenario) ?? ""}
            problems={problems}
            onChange={choose}
          />
        )}
        <FitControls {...props} />
      </section>
      <section className="group" aria-label="Budget">
        <h2>Budget</h2>
        <PrivacyControls scenario={scenario} problems={problems} set={set} />
        <ProvenanceControl names={boundaryParameterNames} scenario={scenario} set={set} />
      </section>
    </>
  );
}

function hasMissing({ scenario: { task, x, y, response, further }, data: { columns } }: BoundaryProps): boolean {
  const chosen = [x, response, ...(task === "classification" ? [y] : []), ...further.map(({ name }) => name)];
  return hasMissingCells(columns, chosen);
}
