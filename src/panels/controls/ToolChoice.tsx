interface ToolChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly choices: Partial<Record<T, string>>;
  readonly onChange: (value: T) => void;
}

export function ToolChoice<T extends string>({ label, value, choices, onChange }: ToolChoiceProps<T>) {
  const entries = Object.entries(choices) as [T, string][];
  return (
    <label>
      {label}
      <select
        value={value}
        onChange={(event) => {
          const chosen = entries.find(([entry]) => entry === event.target.value);
          if (chosen) onChange(chosen[0]);
        }}
      >
        {entries.map(([entry, text]) => (
          <option key={entry} value={entry}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
