interface ToolChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly choices: Partial<Record<T, string>>;
  /** Inside a sentence its name is for assistive technology only. */
  readonly isInSentence?: boolean;
  readonly onChange: (value: T) => void;
}

export function ToolChoice<T extends string>({ label, value, choices, isInSentence, onChange }: ToolChoiceProps<T>) {
  const entries = Object.entries(choices) as [T, string][];
  return (
    <label>
      {!isInSentence && `${label} `}
      <select
        aria-label={isInSentence ? label : undefined}
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
