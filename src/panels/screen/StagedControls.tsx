import { numberText } from "../../core/numberFormats.ts";
import type { CommonScenario } from "../../state/scenario/sharedFields.ts";
import { mostStagedControls, type Staging } from "../../state/scenario/staging.ts";
import { boundControls } from "../controls/boundControls.ts";
import { ChoiceControl } from "../controls/ChoiceControl.tsx";
import { DrawAgain } from "../controls/DrawAgain.tsx";
import { SliderControl } from "../controls/SliderControl.tsx";

export interface StagedControlsProps<S> {
  readonly staging: Pick<Staging, "controls" | "locked" | "leftOut">;
  readonly fields: Readonly<Record<string, object>>;
  readonly scenario: S;
  readonly problems: ReadonlyMap<string, string>;
  readonly set: (change: Partial<S>, options?: { readonly commit?: boolean }) => void;
  readonly onDraw: () => void;
  readonly tools: Readonly<Record<string, { readonly hint: string }>>;
}

/** Controls of a staged study; "draw" is the button of new noise. */
export function StagedControls<S extends CommonScenario>({
  staging: { controls = [], locked, leftOut },
  fields,
  scenario,
  problems,
  set,
  onDraw,
  tools,
}: StagedControlsProps<S>) {
  const bound = boundControls(fields as never, { scenario, problems, set } as never) as unknown as AnyBound;
  const parts = controls.map((name) => {
    const line = fields[name] ?? {};
    const disabled = locked.includes(name);
    if (name === "draw") return <DrawAgain key={name} onDraw={onDraw} />;
    if ("limits" in line && "scale" in line) {
      const slider = bound.slider(name);
      const valueText = `${slider.label} ${numberText(slider.value)}`;
      return <SliderControl key={name} {...slider} disabled={disabled} explanation="" valueText={valueText} />;
    }
    if ("choices" in line) {
      const choice = bound.choice(name);
      const choices = choice.choices.map((one) => ({ ...one, disabled: disabled && one.value !== choice.value }));
      return <ChoiceControl key={name} {...choice} choices={choices} />;
    }
    return (
      <p key={name} className="staged-hint">
        {tools[name]?.hint ??
          `The link asks for a control “${name}”, which this study does not have. “For a class” makes links to those it has.`}
      </p>
    );
  });
  return (
    <>
      {parts}
      {leftOut && (
        <p className="staged-hint" role="status">
          {`A link shows ${mostStagedControls} controls at most; this one also names ${leftOut.map((name) => `“${name}”`).join(", ")}.`}
        </p>
      )}
    </>
  );
}

/** Names are known only when a link is read. */
interface AnyBound {
  readonly slider: (name: string) => Omit<Parameters<typeof SliderControl>[0], "explanation" | "valueText">;
  readonly choice: (name: string) => Parameters<typeof ChoiceControl<string>>[0];
}
