type NumberField<S> = { [K in keyof S]: S[K] extends number ? K : never }[keyof S] & string;

interface Bound {
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly problem: string | undefined;
  readonly onChange: (value: number, commit: boolean) => void;
}

/** Props that bind a slider to a field of the scenario. */
export function boundNumber<S>({
  scenario,
  problems,
  set,
}: {
  readonly scenario: S;
  readonly problems: ReadonlyMap<string, string>;
  readonly set: (change: Partial<S>, options?: { readonly commit?: boolean }) => void;
}): (field: NumberField<S>, limits: { readonly min: number; readonly max: number }) => Bound {
  return (field, { min, max }) => ({
    value: scenario[field] as number,
    min,
    max,
    problem: problems.get(field),
    onChange: (value, commit) => set({ [field]: value } as unknown as Partial<S>, { commit }),
  });
}
