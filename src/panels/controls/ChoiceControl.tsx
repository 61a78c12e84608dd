import { useId } from "react";
import { Problem } from "./Problem.tsx";
import { useSearch } from "../hooks/useSearch.tsx";

interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly disabled?: boolean;
}

interface ChoiceControlProps<T extends string> {
  readonly label: string;
  readonly explanation?: string;
  readonly value: T;
  /** Labels by value, or a list where some are disabled or named by the data. */
  readonly choices: Readonly<Record<T, string>> | readonly Choice<T>[];
  readonly below?: boolean;
  readonly problem?: string | undefined;
  readonly onChange: (value: T) => void;
}

export function ChoiceControl<T extends string>({
  label,
  explanation,
  value,
  choices: offered,
  below = false,
  problem,
  onChange,
}: ChoiceControlProps<T>) {
  const id = useId();
  const choices = Array.isArray(offered) ? (offered as readonly Choice<T>[]) : listed(offered as Record<T, string>);
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

function listed<T extends string>(labels: Readonly<Record<T, string>>): readonly Choice<T>[] {
  return (Object.keys(labels) as T[]).map((value) => ({ value, label: labels[value] }));
}
