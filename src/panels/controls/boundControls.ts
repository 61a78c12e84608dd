import { limitsAt } from "../../state/scenario/fieldLines.ts";
import type { NumberLine, Values, WordLine } from "../../state/scenario/fieldLines.ts";

type NumberName<Table> = {
  [Name in keyof Table]: Table[Name] extends { readonly limits: unknown } ? Name : never;
}[keyof Table] &
  string;

type WordName<Table> = {
  [Name in keyof Table]: Table[Name] extends { readonly choices: unknown } ? Name : never;
}[keyof Table] &
  string;

type WordOf<Table, Name extends keyof Table> = Values<Table>[Name] & string;

interface BoundChoice<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly choices: readonly { readonly value: T; readonly label: string }[];
  readonly problem: string | undefined;
  readonly onChange: (value: T) => void;
}

/** Props that bind controls to fields of a table, by name. */
interface BoundControls<Table> {
  readonly slider: (name: NumberName<Table>) => {
    readonly label: string;
    readonly symbol: string;
    readonly scale: "linear" | "log";
    readonly value: number;
    readonly min: number;
    readonly max: number;
    readonly problem: string | undefined;
    readonly onChange: (value: number, commit: boolean) => void;
  };
  readonly number: (name: NumberName<Table>) => {
    readonly label: string;
    readonly value: number;
    readonly min: number;
    readonly max: number;
    readonly integer: boolean;
    readonly onCommit: (value: number) => void;
  };
  readonly choice: <Name extends WordName<Table>>(name: Name) => BoundChoice<WordOf<Table, Name>>;
}

interface Bound<S> {
  readonly scenario: S;
  readonly problems: ReadonlyMap<string, string>;
  readonly set: (change: Partial<S>, options?: { readonly commit?: boolean }) => void;
}

/** Binds controls to the fields of a scenario: label, value, limits or choices, problem and change are the table's. */
export function boundControls<Table extends object>(
  table: Table,
  { scenario, problems, set }: Bound<Values<Table>>,
): BoundControls<Table> {
  type S = Values<Table>;
  const change = (name: keyof S, value: unknown, commit: boolean) =>
    set({ [name]: value } as unknown as Partial<S>, { commit });
  const numberOf = (name: NumberName<Table>) => {
    const line = table[name] as NumberLine<S, never>;
    return { line, value: scenario[name] as number, ...limitsAt(line.limits, scenario) };
  };
  return {
    slider: (name) => {
      const { line, ...number } = numberOf(name);
      return {
        ...number,
        label: line.label,
        symbol: line.symbol,
        scale: line.scale === "log" ? "log" : "linear",
        problem: problems.get(name),
        onChange: (value, commit) => change(name, value, commit),
      };
    },
    number: (name) => {
      const { line, ...number } = numberOf(name);
      const integer = line.scale === "whole";
      return { ...number, label: line.label, integer, onCommit: (value) => change(name, value, true) };
    },
    choice: (name) => {
      const { label, choices } = table[name] as unknown as WordLine<WordOf<Table, typeof name>, S, never>;
      return {
        label,
        value: scenario[name] as WordOf<Table, typeof name>,
        choices,
        problem: problems.get(name),
        onChange: (value) => change(name, value, true),
      };
    },
  };
}
