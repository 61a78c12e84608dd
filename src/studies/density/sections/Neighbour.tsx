import { useMemo } from "react";
import { useStore } from "zustand";
import {
  achievedDelta,
  achievedEpsilon,
  classicalNoiseMultiplier,
} from "../../../core/privacy/calibration/gaussian.ts";
import { numberText, percentText, significant } from "../../../core/numberFormats.ts";
import { pointwise95 } from "../../../core/privacy/bands/pointwise.ts";
import { perClient } from "../../../panels/ledger/perClient.ts";
import { LineChart } from "../../../panels/pictures/LineChart.tsx";
import { NumberTable } from "../../../panels/shared/NumberTable.tsx";
import { NumberBox } from "../../../panels/controls/NumberBox.tsx";
import { coordinatesOf } from "../../../state/presented/releaseView.ts";
import { requestOf } from "../model/request.ts";
import type { DensityProps } from "../model/view.ts";
import { bestGuess, neighbourPair } from "./neighbourPair.ts";

/** Two made-up values of one person: public. */
const stateOf = perClient<{ readonly from: number | undefined; readonly to: number | undefined }>({
  from: undefined,
  to: undefined,
});

export function Section(props: DensityProps) {
  const { shown, view, client } = props;
  const kept = stateOf(client);
  const state = useStore(kept);
  const [lower, upper] = shown.domainX;
  const within = (x: number | undefined, share: number) =>
    Math.min(upper, Math.max(lower, x ?? significant(lower + share * (upper - lower), 4)));
  const [from, to] = [within(state.from, 0.3), within(state.to, 0.7)];
  const places = view && coordinatesOf(view.axes)[0];
  const pair = useMemo(
    () => view && places && neighbourPair(requestOf(shown), view.facts.recordCount, { from, to, places }),
    [shown, view, from, to, places],
  );
  if (!view || !places || !pair) return null;
  const { sigma, budget, facts } = view;
  const { change, distance, terms } = pair;
  const guess = bestGuess(distance, sigma);
  const line = Array.from(places, (x, i) => [x, change[i]!] as const);
  const most = Math.max(3.3 * sigma, ...change.map(Math.abs));
  const picture = {
    x: { domain: [lower, upper] as const, isLog: false, label: shown.x },
    y: { domain: [-most, most] as const, isLog: false, label: "difference" },
    series: [
      { points: line, role: "original" as const, as: "line" as const, name: "f − f′" },
      ...[-pointwise95, pointwise95].map((factor) => ({
        points: [[lower, factor * sigma] as const, [upper, factor * sigma] as const],
        role: "private" as const,
        as: "line" as const,
      })),
    ],
    description: "The difference of two neighbouring estimates, between lines of 1.96 standard deviations of the noise",
  };
  const squares = distance ** 2;
  return (
    <div className="section-body columns" data-testid="neighbour">
      <div>
        <p className="explanation">
          An attacker knows every record but one, and that this one is x or x′. What is released differs by f − f′,
          under noise of the same norm. These two values are made up: nothing here is read off the records.
        </p>
        {(
          [
            ["x", "from", from],
            ["x′", "to", to],
          ] as const
        ).map(([name, field, value]) => (
          <div className="control" key={name}>
            <div className="line">
              <span>{name}</span>
              <NumberBox
                label={`The person’s value ${name}`}
                value={value}
                min={lower}
                max={upper}
                onCommit={(typed) => kept.setState({ [field]: typed })}
              />
            </div>
          </div>
        ))}
        <p data-testid="neighbour-sentence">
          {from === to
            ? "x and x′ are the same: there is nothing to tell apart, and any guess is right half of the time."
            : `Of 100 guesses the best attacker gets ${Math.round(100 * guess)} right, where a coin gets 50; for the worst pair of all it would be ${Math.round(100 * bestGuess(facts.sensitivity, sigma))}.`}
        </p>
        <NumberTable
          rows={[
            ["‖f − f′‖ in the norm of the noise", numberText(distance)],
            ["Δ, for any two neighbours", numberText(facts.exactSensitivity)],
            ["share of Δ", percentText(distance / facts.exactSensitivity)],
            [
              "δ of this pair at the ε in force",
              numberText(
                distance === 0 ? 0 : achievedDelta({ epsilon: budget.epsilon, noiseMultiplier: sigma / distance }),
              ),
            ],
            ...(terms && distance > 0
              ? ([
                  ["of ‖f − f′‖², eq. (9): ends ½(f(0)² + f(1)²)", percentText(terms.ends / squares)],
                  ["slopes ∫f′²/2γ", percentText(terms.slopes / squares)],
                  ["values γ∫f²/2", percentText(terms.values / squares)],
                ] as const)
              : []),
          ]}
        />
      </div>
      <div>
        <LineChart
          picture={picture}
          caption="Dashed: what this one person changes. Solid: 1.96 standard deviations of the noise, at each point."
        />
        <PrintedNoise {...props} />
      </div>
    </div>
  );
}

/** Noise by the printed Δ, and its true guarantee. */
function PrintedNoise({ shown, view, set }: DensityProps) {
  const { epsilon, delta } = shown;
  const { printedSensitivity, exactSensitivity } = view!.facts as {
    printedSensitivity: number;
    exactSensitivity: number;
  };
  if (!(printedSensitivity > exactSensitivity * 1.001) || epsilon > 1) {
    return epsilon > 1 ? (
      <p className="explanation">
        The paper’s calibration √(2 ln(2/δ))/ε is proved for ε ≤ 1: there its noise can be had here.
      </p>
    ) : null;
  }
  const ratio = printedSensitivity / exactSensitivity;
  const noiseMultiplier = classicalNoiseMultiplier({ epsilon, delta }) * ratio;
  const truly = {
    epsilon: achievedEpsilon({ delta, noiseMultiplier }),
    delta: achievedDelta({ epsilon, noiseMultiplier }),
  };
  // At this δ exact noise is as large as the paper's.
  const applied = significant(truly.delta, 3);
  const canApply = applied > 1e-15 && applied < delta;
  return (
    <>
      <p data-testid="printed-noise">
        The paper prints Δ = {numberText(printedSensitivity)}, {numberText(ratio)} times ours, and the noise √(2
        ln(2/δ))Δ/ε: {numberText(noiseMultiplier / view!.budget.multiplier)} times what is drawn above. It is valid, and
        more than it says. At δ = {numberText(delta)} its ε is {numberText(truly.epsilon)} and not {numberText(epsilon)}
        ; at ε = {numberText(epsilon)} its δ is {numberText(truly.delta)}.
      </p>
      {canApply && (
        <button type="button" onClick={() => set({ delta: applied, calibration: "analytic" }, { commit: true })}>
          Draw the paper’s noise: exact at δ = {numberText(applied)}
        </button>
      )}
    </>
  );
}
