import { oneOfChoices } from "./choices.ts";
import type { DensityScenario } from "./scenario.ts";
import type { StudyProps } from "./studyProps.ts";

/** The choices about the picture, above it: bands, draws, records or layout, and a new draw. */
export function PictureTools({ scenario, set, onRedraw }: StudyProps & { readonly onRedraw: () => void }) {
  const plane = scenario.y !== "";
  const inside = scenario.view === "inside";
  return (
    <div className="stage-tools">
      <button type="button" onClick={onRedraw} title="The same settings with other noise">
        Draw again
      </button>
      {!plane && (
        <Choice
          label="Band"
          name="band"
          scenario={scenario}
          set={set}
          choices={{ none: "none", pointwise: "95 % at each point", simultaneous: "95 % for the whole curve", both: "both" }}
        />
      )}
      {!plane && scenario.draws > 1 && (
        <Choice label="Draws" name="display" scenario={scenario} set={set} choices={{ fan: "as a fan", animation: "one after another" }} />
      )}
      {inside && (
        <Choice
          label="Records"
          name="records"
          scenario={scenario}
          set={set}
          choices={plane ? { none: "hidden", rug: "as points" } : { none: "hidden", rug: "as a rug", histogram: "as a histogram" }}
        />
      )}
      {plane && inside && (
        <Choice label="Layout" name="layout" scenario={scenario} set={set} choices={{ sideBySide: "side by side", overlay: "overlaid" }} />
      )}
    </div>
  );
}

interface ChoiceProps<K extends "band" | "display" | "records" | "layout"> extends Pick<StudyProps, "scenario" | "set"> {
  readonly label: string;
  readonly name: K;
  readonly choices: Partial<Record<DensityScenario[K], string>>;
}

function Choice<K extends "band" | "display" | "records" | "layout">({ label, name, scenario, set, choices }: ChoiceProps<K>) {
  const entries = oneOfChoices(choices);
  return (
    <label>
      {label}
      <select
        value={scenario[name]}
        onChange={(event) => {
          const chosen = entries.find(([value]) => value === event.target.value);
          if (chosen) set({ [name]: chosen[0] }, { commit: true });
        }}
      >
        {entries.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
