import type { ScoreRule } from "../../../core/mean/meanCurveTuning.ts";
import { ChoiceControl } from "../../../panels/controls/ChoiceControl.tsx";

interface ScoreChoicesProps {
  readonly rule: ScoreRule;
  readonly problem: string | undefined;
  readonly onChange: (rule: ScoreRule) => void;
}

/** The paper leaves these open: its tables follow from one reading only. */
export function ScoreChoices({ rule, problem, onChange }: ScoreChoicesProps) {
  return (
    <>
      <ChoiceControl
        label="Score"
        value={rule.measure}
        choices={[
          { value: "square", label: "Squared norm" },
          { value: "norm", label: "Norm" },
        ]}
        onChange={(measure) => onChange({ ...rule, measure })}
      />
      <ChoiceControl
        label="Against"
        value={rule.against}
        choices={[
          { value: "curves", label: "Each curve left out" },
          { value: "mean", label: "Their mean" },
        ]}
        onChange={(against) => onChange({ ...rule, against })}
      />
      <ChoiceControl
        label="Noise by"
        explanation={
          rule.recipe === "published"
            ? "As the printed tables were computed: Σ over the eigenvalues in place of the largest, noise of covariance K/m, τ taken from the curves. It is less noise than the theorem asks for."
            : "The noise that a release here has."
        }
        value={rule.recipe}
        choices={[
          { value: "theorem", label: "Theorem 4.1" },
          { value: "published", label: "As published" },
        ]}
        problem={problem}
        onChange={(recipe) => onChange({ ...rule, recipe })}
      />
    </>
  );
}
