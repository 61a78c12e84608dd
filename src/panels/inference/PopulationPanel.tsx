import { useMemo, useState, type ReactNode } from "react";
import { numberText } from "../../core/numberFormats.ts";
import { ChoiceControl } from "../controls/ChoiceControl.tsx";
import { NumberBox } from "../controls/NumberBox.tsx";
import { LineChart } from "../pictures/LineChart.tsx";
import { NumberTable } from "../shared/NumberTable.tsx";
import { bandsOf, differenceOf, lineAcross, type Population } from "./population.ts";

interface PopulationPanelProps {
  readonly of: Population;
  /** "the mean of clipped curves, smoothed as here". */
  readonly what: string;
  readonly children?: ReactNode;
}

export function PopulationPanel({ of, what, children }: PopulationPanelProps) {
  return (
    <div className="section-body columns" data-testid="population">
      {of.levels.length > 0 ? (
        <Groups of={of}>{children}</Groups>
      ) : of.across ? (
        <Plane of={of} across={of.across} what={what} />
      ) : (
        <Band of={of} what={what}>
          {children}
        </Band>
      )}
    </div>
  );
}

const line = (places: Float64Array, values: ArrayLike<number>) =>
  Array.from(places, (x, i) => [x, values[i]!] as const);
const rangeOf = (...curves: readonly Float64Array[]) => {
  const all = curves.flatMap((curve) => [...curve]);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  return [low - 0.05 * (high - low), high + 0.05 * (high - low)] as const;
};

function usePlace(places: Float64Array) {
  const [min, max] = [places[0]!, places.at(-1)!];
  const [typed, onCommit] = useState<number>();
  const value = Math.min(max, Math.max(min, typed ?? (min + max) / 2));
  const index = Math.round(((value - min) / (max - min)) * (places.length - 1));
  return { index, box: { value, min, max, onCommit } };
}

function Plane({ of, across, what }: PopulationPanelProps & { readonly across: Float64Array }) {
  const { index, box } = usePlace(across);
  const cut = useMemo(() => lineAcross(of, index), [of, index]);
  const name = of.names[2] ?? "";
  return (
    <Band of={cut} what={what}>
      <div className="control">
        <div className="line">
          <span>Along the line at {name}</span>
          <NumberBox label={`Line at ${name}`} {...box} />
        </div>
      </div>
    </Band>
  );
}

function Band({ of, what, children }: PopulationPanelProps) {
  const { places, numbers, centre, names } = of;
  const { index: i, box } = usePlace(places);
  const bands = useMemo(() => ({ point: bandsOf(of, "point"), everywhere: bandsOf(of, "everywhere") }), [of]);
  const shown = numbers.map((number, j) => number + centre[j]!);
  const { everywhere } = bands;
  const noise = [-1, 1].map((sign) => shown.map((value) => value + sign * everywhere.noise));
  const edges = [...noise, everywhere.lower, everywhere.upper].map((edge) => ({
    ...{ points: line(places, edge), role: "quiet" as const, as: "line" as const },
  }));
  const picture = {
    x: { domain: [box.min, box.max] as const, isLog: false, label: names[0] },
    y: { domain: rangeOf(everywhere.lower, everywhere.upper), isLog: false, label: names[1] },
    series: [...edges, { points: line(places, shown), role: "private" as const, as: "line" as const }],
    description: "The released curve, the band of its noise, and the wider band of the population",
  };
  const bandText = ({ lower: low, upper: high }: typeof everywhere) =>
    `${numberText(low[i]!)} to ${numberText(high[i]!)}`;
  return (
    <>
      <div>
        <p className="explanation">
          If the records are a random sample, the curve of all people differs from the released one by noise and by the
          chance of who was asked. These bands hold {what}. They are made of what leaves and of public numbers: nothing
          is paid.
        </p>
        {children}
        <div className="control">
          <div className="line">
            <span>At</span>
            <NumberBox label="Point of the population’s curve" {...box} />
          </div>
        </div>
        <NumberTable
          rows={[
            ["released", numberText(shown[i]!)],
            ["noise alone, 95 % here", `± ${numberText(bands.point.noise)}`],
            ["chance of the records, at most", `± ${numberText(bands.point.sampling(i))}`],
            ["population, about 95 % here", bandText(bands.point)],
            ["population, about 95 % everywhere", bandText(everywhere)],
          ]}
        />
        {!everywhere.isSure && (
          <p className="explanation">
            So little noise does not hide two people. Where few are, the band everywhere may miss more often: in
            simulations up to 25 in 100 times.
          </p>
        )}
      </div>
      <LineChart
        picture={picture}
        caption="Inner lines: the noise alone, everywhere with 95 %. Outer lines: the population, everywhere with about 95 %."
        onPick={box.onCommit}
      />
    </>
  );
}

function Groups({ of, children }: Pick<PopulationPanelProps, "of" | "children">) {
  const { places, names, levels } = of;
  const [chosen, setChosen] = useState<readonly [string, string]>([levels[0]!, levels[1]!]);
  const [first, second] = chosen.map((level) => Math.max(0, levels.indexOf(level))) as [number, number];
  const found = useMemo(() => (first === second ? undefined : differenceOf(of, first, second)), [of, first, second]);
  const choices = levels.map((level) => ({ value: level, label: level }));
  const edges = found && [1, -1].map((sign) => found.deviation.map((value) => sign * found.quantile * value));
  return (
    <>
      <div>
        <p className="explanation">
          Do two groups differ in the population, or only by noise and by the chance of who was asked? The test is made
          of the release: it costs nothing. Each curve is divided by its released size. Of simulated equal groups 1 to 4
          in 100 were called different at p ≤ 0.05.
        </p>
        {children}
        <ChoiceControl
          label="Group"
          value={levels[first]!}
          choices={choices}
          onChange={(level) => setChosen([level, chosen[1]])}
        />
        <ChoiceControl
          label="against"
          value={levels[second]!}
          choices={choices}
          onChange={(level) => setChosen([chosen[0], level])}
        />
        <p data-testid="population-test">
          {found
            ? found.pValue <= 0.05
              ? `They differ: groups with one law are seldom as far apart (p at most ${numberText(found.pValue)}).`
              : `No difference to be told: groups with one law may be as far apart (p at most ${numberText(found.pValue)}).`
            : first === second
              ? "Choose two groups."
              : "Of one group too little was released to divide by its size."}
          {found && found.pairs > 1 && ` This counts that ${found.pairs} pairs could be compared.`}
        </p>
        {found && (
          <NumberTable
            rows={[
              ["farthest apart at", numberText(places[found.at]!)],
              ["difference there", numberText(found.difference[found.at]!)],
              ["in standard deviations", numberText(found.ratio)],
            ]}
          />
        )}
      </div>
      {found && edges && (
        <LineChart
          picture={{
            x: { domain: [places[0]!, places.at(-1)!], isLog: false, label: names[0] },
            y: { domain: rangeOf(found.difference, ...edges), isLog: false, label: "difference" },
            series: [
              ...edges.map((edge) => ({ points: line(places, edge), role: "quiet" as const, as: "line" as const })),
              { points: line(places, found.difference), role: "private" as const, as: "line" as const },
            ],
            description:
              "The difference of two released groups, between lines that equal groups leave in 5 of 100 releases",
          }}
          caption={`Grey: ${found.pairs > 1 ? "all pairs of " : ""}equal groups stay between such lines in 95 of 100 releases.`}
        />
      )}
    </>
  );
}
