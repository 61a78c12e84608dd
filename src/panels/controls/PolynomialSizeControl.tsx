import { ChoiceControl } from "./ChoiceControl.tsx";
import { SliderControl } from "./SliderControl.tsx";

/** Degree k and order h of a Bernstein polynomial. */
export interface PolynomialSize {
  readonly degree: number;
  readonly iterations: number;
}

interface PolynomialSizeControlProps {
  readonly explanations: { readonly choice: string; readonly degree: string; readonly iterations: string };
  readonly byHand: PolynomialSize | undefined;
  readonly limits: { readonly [P in keyof PolynomialSize]: { readonly min: number; readonly max: number } };
  readonly problems?: ReadonlyMap<string, string>;
  readonly onChoice: (choice: "automatic" | "byHand") => void;
  readonly onSize: (changed: Partial<PolynomialSize>, commit: boolean) => void;
}

const numbers = [
  { parameter: "degree", label: "Degree", symbol: "k" },
  { parameter: "iterations", label: "Order", symbol: "h" },
] as const;

export function PolynomialSizeControl({
  explanations,
  byHand,
  limits,
  problems,
  onChoice,
  onSize,
}: PolynomialSizeControlProps) {
  return (
    <>
      <ChoiceControl
        label="Degree and order"
        explanation={explanations.choice}
        value={byHand ? "byHand" : "automatic"}
        choices={[
          { value: "automatic", label: "Automatic" },
          { value: "byHand", label: "By hand" },
        ]}
        onChange={onChoice}
      />
      {byHand &&
        numbers.map(({ parameter, label, symbol }) => (
          <SliderControl
            key={parameter}
            label={label}
            symbol={symbol}
            explanation={explanations[parameter]}
            value={byHand[parameter]}
            {...limits[parameter]}
            scale="linear"
            valueText={`${label.toLowerCase()} ${byHand[parameter]}`}
            problem={problems?.get(parameter)}
            onChange={(value, commit) => onSize({ [parameter]: Math.round(value) }, commit)}
          />
        ))}
    </>
  );
}
