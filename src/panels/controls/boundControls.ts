import { limitsAt, type NumberLine, type Values, type WordLine } from "../../state/scenario/fieldLines.ts";

type NamesWith<Table, Property extends string> = {
  [Name in keyof Table]: Table[Name] extends { readonly [P in Property]: unknown } ? Name : never;
}[keyof Table] &
  string;

interface Bound<S> {
  readonly scenario: S;
  readonly problems: ReadonlyMap<string, string>;
  readonly set: (change: Partial<S>, options?: { readonly commit?: boolean }) => void;
}

/** Controls with label, value, limits or choices, problem and change by a table of fields. */
export function boundControls<Table extends object>(table: Table, { scenario, problems, set }: Bound<Values<Table>>) {
  type S = Values<Table>;
  type Choice<Name extends keyof Table> = S[Name] & string;
  const change = (name: keyof S, value: unknown, commit: boolean) =>
    set({ [name]: value } as unknown as Partial<S>, { commit });
  const numberOf = (name: NamesWith<Table, "limits">) => {
    const { limits, label, symbol, scale } = table[name] as NumberLine<S, never>;
    const { min, max } = limitsAt(limits, scenario);
    return { label, symbol, scale, value: scenario[name] as number, min, max };
  };
  return {
    slider: (name: NamesWith<Table, "limits">) => {
      const { scale, ...number } = numberOf(name);
      return {
        ...number,
        scale: scale === "log" ? ("log" as const) : ("linear" as const),
        problem: problems.get(name),
        onChange: (value: number, commit: boolean) => change(name, value, commit),
      };
    },
    number: (name: NamesWith<Table, "limits">) => {
      const { label, value, min, max, scale } = numberOf(name);
      return {
        label,
        value,
        min,
        max,
        integer: scale === "whole",
        onCommit: (next: number) => change(name, next, true),
      };
    },
    choice: <Name extends NamesWith<Table, "choices">>(name: Name) => {
      const { label, choices } = table[name] as unknown as WordLine<Choice<Name>, S, never>;
      return {
        label,
        value: scenario[name] as Choice<Name>,
        choices,
        problem: problems.get(name),
        onChange: (value: Choice<Name>) => change(name, value, true),
      };
    },
    field: <Name extends keyof Table & string>(name: Name) => ({
      value: scenario[name],
      problem: problems.get(name),
      onChange: (value: S[Name]) => change(name, value, true),
    }),
  };
}
