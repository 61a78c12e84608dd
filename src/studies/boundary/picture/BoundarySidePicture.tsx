import { useState, type ReactNode } from "react";
import { numberText } from "../../../core/numberFormats.ts";
import { SidePlane } from "../../../panels/pictures/SidePlane.tsx";
import { DecisionKey } from "../../../panels/pictures/FieldKey.tsx";
import { decisionRamp, rampGradient } from "../../../plots/ramps.ts";
import type { Change } from "./changedBy.ts";
import type { BoundaryScenario } from "../model/scenario.ts";
import type { BoundaryView } from "../model/view.ts";

interface BoundarySidePictureProps {
  readonly shown: BoundaryScenario;
  readonly view: BoundaryView;
  readonly theme: "light" | "dark";
  readonly changed: { readonly change: Change; readonly distance: number } | undefined;
  readonly children?: ReactNode;
  /** Absent below the picture. */
  readonly left: number | undefined;
  readonly hasRoom: boolean;
}

export function BoundarySidePicture({
  shown,
  view,
  theme,
  changed,
  left,
  hasRoom,
  children,
}: BoundarySidePictureProps) {
  const inside = view.inside !== undefined;
  const extra = left !== undefined;
  return (
    <SidePlane left={left}>
      <ColourKey shown={shown} view={view} theme={theme} extra={extra} />
      {inside && ((extra && hasRoom) || changed) && <OneRecord shown={shown} view={view} changed={changed} />}
      {inside && extra && children}
    </SidePlane>
  );
}

function ColourKey({
  shown: { task, field },
  view: { facts, inside },
  theme,
  extra,
}: Pick<BoundarySidePictureProps, "shown" | "view" | "theme"> & { readonly extra: boolean }) {
  if (task !== "classification" || field === "none") return null;
  const [negative, positive] = facts.classNames!;
  const certainty = inside !== undefined && field === "certainty";
  const original = inside !== undefined && field === "original";
  const ends = certainty
    ? [`surely ${positive}`, "toss-up", `surely ${negative}`]
    : [`1, ${positive}`, "0", `−1, ${negative}`];
  if (!extra) return <DecisionKey ends={[ends[2]!, ends[0]!]} theme={theme} />;
  return (
    <figure className="colour-key" data-testid="colour-key">
      <figcaption>{certainty ? "The private label" : original ? "Original function" : "Private function"}</figcaption>
      <div className="ramp" aria-hidden="true" style={{ background: rampGradient(decisionRamp, theme, "top") }} />
      <ul>
        {ends.map((end) => (
          <li key={end}>{end}</li>
        ))}
      </ul>
    </figure>
  );
}

/** A change's distance against the most that one record can make: |f(x) − f′(x)| ≤ ‖f − f′‖ ≤ Δ, as K(x, x) = 1. */
function OneRecord({ shown, view, changed }: Pick<BoundarySidePictureProps, "shown" | "view" | "changed">) {
  const { task, range, person } = shown;
  const bound = view.facts.sensitivity * (task === "classification" ? 1 : (range[1] - range[0]) / 2);
  const who = person === "" ? "One record" : "One person’s records";
  const influential = view.inside!.influential;
  // The last value keeps the layout still while λ moves.
  const [lastKnown, setLastKnown] = useState(influential);
  if (influential && influential !== lastKnown) setLastKnown(influential);
  return (
    <div className="one-record" data-testid="one-record">
      <p className="heading">What one record can do</p>
      {changed ? (
        <>
          <div
            className="distance"
            role="img"
            aria-label={`${numberText(changed.distance)} of at most ${numberText(bound)}`}
          >
            <span style={{ width: `${Math.min(100, (100 * changed.distance) / bound)}%` }} />
          </div>
          <p>
            The record you {changed.change} changed the function by at most <b>{numberText(changed.distance)}</b>{" "}
            anywhere. {who}, replaced by any other, can change it by at most Δ = <b>{numberText(bound)}</b>; the noise
            that hides it has σ = <b>{numberText(view.sigma)}</b>.
          </p>
          {(changed.change === "added" || changed.change === "removed") && (
            <p>The guarantee is for a record that is replaced: how many there are is public.</p>
          )}
        </>
      ) : (
        <p>
          Grab a point and drag it, or flip its label. The bar will show how far the function moves, of the most that
          one record can do.
        </p>
      )}
      {lastKnown && (
        <p style={influential ? undefined : { visibility: "hidden" }}>
          Most influential: without it, the function there goes from {numberText(lastKnown.fitted)} to{" "}
          {numberText(lastKnown.without)}.
        </p>
      )}
    </div>
  );
}
