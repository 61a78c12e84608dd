import { useState } from "react";
import { numberText, significant } from "../../core/numberFormats.ts";
import type { Interval } from "../../core/grids.ts";
import type { BoundsPoint, BoundsRequest } from "../../core/planning/plannedBounds.ts";
import { niceUpper } from "../../plots/niceUpper.ts";
import { Problem } from "../controls/Problem.tsx";
import { useAnswer } from "../hooks/useAnswer.ts";
import { useSame } from "../hooks/useSame.ts";
import { LineChart } from "../pictures/LineChart.tsx";
import type { PlanClient } from "./planStudy.ts";

interface BoundsPartProps {
  readonly request: BoundsRequest;
  readonly client: PlanClient;
  /** "domain of age", "norm bound τ". */
  readonly name: string;
  readonly onTake: (bounds: Interval) => void;
}

/** Clipping against noise, while a bound is dragged. */
export function BoundsPart(props: BoundsPartProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="guarantee"
      data-testid="plan-bounds"
      onToggle={(event) => event.target === event.currentTarget && setOpen(event.currentTarget.open)}
    >
      <summary>{`Drag the ${props.name}: clipping against noise`}</summary>
      {isOpen && <Bounds {...props} />}
    </details>
  );
}

function Bounds({ request, client, name, onTake }: BoundsPartProps) {
  const asked = useSame(request);
  const { answer, failure } = useAnswer(asked, (question, signal) => client.plan("bounds", question, { signal }), 60);
  const [place, setPlace] = useState<number>();
  const points = answer?.value ?? [];
  const nearest = points.findIndex(({ factor }) => factor >= 1 - 1e-9);
  const at = points[place ?? nearest];
  if (!at) return <Problem text={failure?.message} />;
  const best = points.reduce((a, b) => (rootOf(b) < rootOf(a) ? b : a));
  const highest = Math.max(at.clipping, at.noise, best.noise);
  const textOf = ({ bounds }: BoundsPoint) => {
    const [lower, upper] = rounded(bounds);
    return request.kind === "mean" ? `τ = ${numberText(upper)}` : `${numberText(lower)} … ${numberText(upper)}`;
  };
  const take = () => {
    setPlace(undefined);
    onTake(rounded(at.bounds));
  };
  return (
    <>
      <input
        type="range"
        aria-label={`The ${name}, in multiples of the declared`}
        aria-valuetext={textOf(at)}
        min={0}
        max={points.length - 1}
        value={place ?? nearest}
        onChange={(event) => setPlace(Number(event.target.value))}
      />
      <p>{`${textOf(at)}: clipping ${numberText(at.clipping)}, noise ${numberText(at.noise)}, together ${numberText(rootOf(at))}.`}</p>
      {(["clipping", "noise"] as const).map((part) => (
        <div key={part} className="plan-bar">
          <span>{part}</span>
          <div className={part} style={{ width: `${(70 * at[part]) / highest}%` }} />
        </div>
      ))}
      <p>
        {`Together they are least at ${textOf(best)}. `}
        <button type="button" onClick={take}>
          {`Take over ${textOf(at)}`}
        </button>
      </p>
      <LineChart
        picture={{
          x: {
            domain: [100 * points[0]!.factor, 100 * points.at(-1)!.factor],
            isLog: true,
            label: `${name}, % of declared`,
          },
          y: { domain: [0, niceUpper(2 * highest)], isLog: false, label: "error" },
          series: [
            { points: under(points, "clipping", 2 * highest), role: "original", as: "line" },
            { points: under(points, "noise", 2 * highest), role: "private", as: "line" },
            { points: [[100 * at.factor, rootOf(at)] as const], role: "private", as: "dots" },
          ],
          description: `clipping, dashed, and noise against the ${name}`,
        }}
        caption="Dashed: clipping. Solid: noise. The dot is both together, where you are."
      />
    </>
  );
}

function rootOf({ clipping, noise }: BoundsPoint): number {
  return Math.hypot(clipping, noise);
}

function under(points: readonly BoundsPoint[], part: "clipping" | "noise", most: number) {
  return points.filter((point) => point[part] <= most).map((point) => [100 * point.factor, point[part]] as const);
}

function rounded([lower, upper]: Interval): Interval {
  const step = 10 ** (Math.floor(Math.log10(upper - lower)) - 2);
  return [significant(Math.round(lower / step) * step, 12), significant(Math.round(upper / step) * step, 12)];
}
