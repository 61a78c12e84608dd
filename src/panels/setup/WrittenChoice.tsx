interface WrittenChoiceProps<T extends string> {
  readonly label: string;
  readonly names: Readonly<Record<T, string>>;
  readonly value: T;
  readonly onChange: (value: T) => void;
}

export function WrittenChoice<T extends string>({ label, names, value, onChange }: WrittenChoiceProps<T>) {
  const values = Object.keys(names) as T[];
  return (
    <label className="line">
      <span>{label}</span>{" "}
      <select
        aria-label={label}
        value={value}
        onChange={({ target }) => {
          const chosen = values.find((each) => each === target.value);
          if (chosen !== undefined) onChange(chosen);
        }}
      >
        {values.map((each) => (
          <option key={each} value={each}>
            {names[each]}
          </option>
        ))}
      </select>
    </label>
  );
}
