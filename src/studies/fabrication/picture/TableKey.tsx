import { numberText } from "../../../core/numberFormats.ts";
import { classTints, depthRamp, rampGradient } from "../../../plots/ramps.ts";
import "../../../panels/pictures/fieldKey.css";
import { farthest } from "./pictures.ts";
import type { FabricationScenario } from "../model/scenario.ts";
import type { FabricationView } from "../model/view.ts";

interface TableKeyProps {
  readonly field: FabricationScenario["field"];
  readonly view: FabricationView;
  readonly theme: "light" | "dark";
  /** As a list beside the plane, as a line below it. */
  readonly beside: boolean;
}

/** Public, as the field is. */
export function TableKey({ field, view: { facts }, theme, beside }: TableKeyProps) {
  if (!facts.field || field === "none") return null;
  if (field === "distance")
    return (
      <p className="field-key" data-testid="colour-key">
        <span>distance from the nearest machine: 0</span>
        <span
          className="field-ramp"
          style={{ background: rampGradient(depthRamp, theme, "right") }}
          aria-hidden="true"
        />
        <span>{numberText(farthest)} and more</span>
      </p>
    );
  const tints = classTints[theme];
  const names = facts.classNames.length > 0 ? facts.classNames : [""];
  if (beside)
    return (
      <figure className="tint-key" data-testid="colour-key">
        <figcaption>Nearest machine</figcaption>
        <ul>
          {names.map((name, c) => (
            <li key={name}>
              <span className="tint" style={{ background: tints[c % tints.length] }} aria-hidden="true" /> {name}
            </li>
          ))}
        </ul>
        <p>Fades with distance, up to {numberText(farthest)} of the ranges.</p>
      </figure>
    );
  return (
    <p className="field-key" data-testid="colour-key">
      <span>nearest machine:</span>
      {names.map((name, c) => (
        <span key={name} className="field-tint">
          <span
            className="field-ramp"
            style={{
              background: `linear-gradient(to right, ${tints[c % tints.length]!}, ${tints[c % tints.length]!}, var(--paper))`,
            }}
            aria-hidden="true"
          />
          {name}
        </span>
      ))}
      <span>fades with distance, to {numberText(farthest)}</span>
    </p>
  );
}
