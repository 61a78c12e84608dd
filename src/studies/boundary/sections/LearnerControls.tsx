import type { ComponentProps } from "react";
import type { LearnerName } from "../../../core/erm/learners/learnerPolynomial.ts";
import { polynomialLimits, type PolynomialChoice } from "../../../core/bernstein/polynomialChoice.ts";
import { spokenNumber } from "../../../core/numberFormats.ts";
import { ChoiceControl } from "../../../panels/controls/ChoiceControl.tsx";
import { PolynomialSizeControl, type PolynomialSize } from "../../../panels/controls/PolynomialSizeControl.tsx";
import { SliderControl } from "../../../panels/controls/SliderControl.tsx";
import { Theorem7Note } from "../../../panels/guarantee/Theorem7Note.tsx";
import { learnerExplanations, shapedBy } from "./learnerWords.ts";

export interface LearnerSettings {
  readonly law: PolynomialChoice["law"];
  readonly byHand: PolynomialSize | undefined;
  readonly width: number;
  /** p of a polynomial kernel. */
  readonly power: number;
  readonly gapFactor: number;
}

interface LearnerControlsProps {
  readonly learner: LearnerName;
  readonly learners: readonly { readonly value: LearnerName; readonly label: string }[];
  readonly settings: LearnerSettings;
  readonly sizes: PolynomialSize | undefined;
  readonly dimension: number;
  readonly asked: ComponentProps<typeof Theorem7Note>["asked"];
  readonly inForce: ComponentProps<typeof Theorem7Note>["inForce"];
  readonly values: ComponentProps<typeof Theorem7Note>["values"];
  readonly problem: string | undefined;
  readonly onLearner: (learner: LearnerName) => void;
  readonly onChange: (changed: Partial<LearnerSettings>) => void;
}

export function LearnerControls(props: LearnerControlsProps) {
  const { learner, learners, settings, sizes, dimension, asked, inForce, values, problem, onLearner, onChange } = props;
  const { law, byHand, width, power, gapFactor } = settings;
  const shaped = shapedBy(learner);
  const isLinear = learner === "linearLogistic";
  return (
    <div className="learner-controls">
      <ChoiceControl
        label="Learner"
        explanation={learnerExplanations[learner]}
        value={learner}
        choices={learners}
        problem={problem}
        onChange={onLearner}
      />
      <ChoiceControl
        label="Law of the noise"
        explanation={lawExplanations[law]}
        value={law}
        choices={[
          { value: "laplace", label: "Laplace: pure ε" },
          { value: "composedLaplace", label: "Laplace: ε and δ (Theorem 7)" },
          { value: "gaussian", label: "Gaussian" },
        ]}
        onChange={(value) => onChange({ law: value })}
      />
      {law === "composedLaplace" && (
        <Theorem7Note asked={asked} values={values} inForce={inForce} onNormal={() => onChange({ law: "gaussian" })} />
      )}
      {shaped === "degree" && (
        <SliderControl
          label="Degree of the kernel"
          symbol="p"
          explanation="1 is linear; higher degrees bend more, and need more values."
          value={power}
          min={1}
          max={6}
          scale="linear"
          valueText={`degree ${power}`}
          onChange={(value) => onChange({ power: Math.round(value) })}
        />
      )}
      {shaped === "width" && (
        <SliderControl
          label={widthNames[learner] ?? "Bandwidth"}
          symbol={learner === "kernelMachine" ? "ℓ" : "b"}
          explanation="As a share of the domain; wider is smoother and needs less noise."
          value={width}
          min={0.02}
          max={2}
          scale="log"
          valueText={`${spokenNumber(width)} of the domain`}
          onChange={(value) => onChange({ width: value })}
        />
      )}
      {learner === "priestleyChao" && (
        <SliderControl
          label="Widest gap"
          symbol="c"
          explanation="Gaps between inputs count up to c/n of the domain; evenly spread inputs need a little more than 1."
          value={gapFactor}
          min={0.5}
          max={20}
          scale="log"
          valueText={`${spokenNumber(gapFactor)} over the number of records`}
          onChange={(value) => onChange({ gapFactor: value })}
        />
      )}
      {!isLinear && (
        <PolynomialSizeControl
          explanations={{
            choice: byHand || !sizes ? "" : `From public numbers: k = ${sizes.degree}, h = ${sizes.iterations}.`,
            degree: "More values follow the function closer, and share the budget.",
            iterations: "A higher order is nearer to the function and to the noise.",
          }}
          byHand={byHand}
          limits={{
            degree: { min: 1, max: polynomialLimits.degree[dimension - 1] ?? 20 },
            iterations: { min: 1, max: polynomialLimits.iterations },
          }}
          onChoice={(choice) =>
            onChange({
              byHand:
                choice === "automatic"
                  ? undefined
                  : { degree: sizes?.degree ?? 10, iterations: sizes?.iterations ?? 3 },
            })
          }
          onSize={(changed) => byHand && onChange({ byHand: { ...byHand, ...changed } })}
        />
      )}
    </div>
  );
}

const lawExplanations: Readonly<Record<LearnerSettings["law"], string>> = {
  laplace: "Pure ε: δ is not used.",
  composedLaplace: "For an ε with a δ, as the paper calibrates it for many values.",
  gaussian: "Less noise, for an ε with a δ.",
};

const widthNames: Readonly<Partial<Record<LearnerName, string>>> = {
  naiveBayesNormal: "Least deviation",
  kernelMachine: "Length scale",
};
