import { planeOf, type Interval } from "../../../core/grids.ts";
import {
  mostComparedRecords,
  usesOfMechanism,
  type BoundaryMechanism,
} from "../../../core/erm/boundary/boundaryComparison.ts";
import { countText } from "../../../core/numberFormats.ts";
import { Comparison } from "../../../panels/comparison/Comparison.tsx";
import type { ComparisonRun } from "../../../panels/comparison/comparisonJobs.ts";
import { mechanisms } from "../../../panels/comparison/mechanisms.ts";
import type { Mechanism, Norm } from "../../../panels/comparison/verdict.ts";
import { coordinatesOf } from "../../../state/presented/releaseView.ts";
import { offered } from "../model/options.ts";
import { requestOf } from "../model/request.ts";
import type { BoundaryProps } from "../model/view.ts";
import { BoundaryPanel } from "./BoundaryPanel.tsx";

const { gaussianProcess, sobolev, bernsteinLaplace, bernsteinComposed, bernsteinGaussian, piecewiseConstant } =
  mechanisms;
const known: readonly (Mechanism & { readonly id: BoundaryMechanism })[] = [
  ...[gaussianProcess, sobolev, bernsteinLaplace, bernsteinComposed, bernsteinGaussian, piecewiseConstant],
];

const ofLabels: readonly Norm[] = ["disagreement", "supremum", "average"];

export function Section(props: BoundaryProps) {
  const { scenario, shown, view, recordsId, client, current, computing, theme } = props;
  if (!view?.original) return null;
  const { seed, drawCount, ...fit } = requestOf(shown);
  const { original, axes } = view;
  const [x] = coordinatesOf(axes) as [Float64Array];
  const plane = axes.length > 1;
  const count = view.facts.recordCount;
  if (count > mostComparedRecords) {
    return (
      <p className="explanation">
        A comparison makes a fit for each mechanism and several numbers of records: it is offered for at most{" "}
        {countText(mostComparedRecords)} records, and these are {countText(count)}.
      </p>
    );
  }
  const run = ({ mechanism, ...rest }: ComparisonRun, signal: AbortSignal) => {
    const asked = { ...rest, mechanism: mechanism as BoundaryMechanism, signs: plane, fit };
    return client.run("compare", recordsId!, asked, { signal });
  };
  return (
    <Comparison
      mechanisms={known.filter(({ id }) => usesOfMechanism(id).every((use) => offered(use)(props)))}
      run={run}
      subject={JSON.stringify([fit, recordsId, scenario.data])}
      epsilon={shown.epsilon}
      delta={shown.delta}
      further={shown.further}
      recordsPerPerson={fit.recordsPerPerson ?? 1}
      recordCount={count}
      leastRecords={20}
      repeats={plane ? 40 : 200}
      ready={current && !computing && recordsId !== undefined}
      what={plane ? "boundary" : "regression curve"}
      {...(plane
        ? {
            norms: ofLabels,
            panelWords: "Dashed: the original boundary. Solid: that of one release; faintly four more.",
            zeros: {
              ...planeOf(axes),
              label: { x: shown.x, y: shown.y },
              original,
            },
            panelOf: (releases, width, name) => (
              <BoundaryPanel
                releases={releases}
                width={width}
                name={name}
                shown={shown}
                axes={axes}
                original={original}
                theme={theme}
              />
            ),
          }
        : { curve: { x, original, name: shown.x, range: withRoom(shown.range) } })}
    />
  );
}

function withRoom([lower, upper]: Interval): [number, number] {
  const room = (upper - lower) / 4;
  return [lower - room, upper + room];
}
