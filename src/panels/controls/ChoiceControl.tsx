import { useId } from "react";
import { Problem } from "./Problem.tsx";
import { useSearch } from "../hooks/useSearch.tsx";

interface ChoiceControlProps<T extends string> {
  readonly label: string;
  readonly explanation?: string;
  readonly value: T;
  readonly choices: readonly { readonly value: T; readonly label: string; readonly disabled?: boolean }[];
  readonly below?: boolean;
  readonly problem?: string | undefined;
  readonly onChange: (value: T) => void;
}

export function ChoiceControl<T extends string>({
  label,
  explanation,
  value,
  choices,
  below = false,
  problem,
  onChange,
}: ChoiceControlProps<T>) {
  const id = useId();
  const { shown, field } = useSearch(
    label,
    choices,
    (choice) => choice.label,
    (choice) => choice.value === value || choice.value === "",
  );
  return (
    <div className={below ? "control below" : "control"}>
      <div className="line">
        <label htmlFor={id}>{label}</label>
        <select
          id={id}
          value={value}
          aria-invalid={problem !== undefined}
          onChange={(event) => {
            const chosen = choices.find((choice) => choice.value === event.target.value);
            if (chosen) onChange(chosen.value);
          }}
        >
          {shown.map((choice) => (
            <option key={choice.value} value={choice.value} disabled={choice.disabled}>
              {choice.label}
            </option>
          ))}
        </select>
      </div>
      {field}
      {explanation !== undefined && <p className="explanation">{explanation}</p>}
      <Problem text={problem} />
    </div>
  );
}
