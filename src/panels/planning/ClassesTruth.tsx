import type { ClassPart } from "../../core/planning/declaredClasses.ts";
import { mostParts } from "../../core/planning/declaredTruth.ts";
import type { Interval } from "../../core/grids.ts";
import { significant } from "../../core/numberFormats.ts";
import { planLimits, type ClassesPlan } from "../../core/planning/plan.ts";
import { NumberBox } from "../controls/NumberBox.tsx";
import { ToolChoice } from "../controls/ToolChoice.tsx";
import { NumbersBox } from "./NumbersBox.tsx";
import { RowsTable } from "./RowsTable.tsx";

interface ClassesTruthProps {
  readonly truth: ClassesPlan["truth"];
  readonly columns: readonly string[];
  readonly classes: readonly string[];
  readonly domain: readonly Interval[];
  readonly onChange: (truth: ClassesPlan["truth"]) => void;
}

export function ClassesTruth({ truth, columns, classes, domain, onChange }: ClassesTruthProps) {
  const { parts } = truth;
  const put = (changed: readonly ClassPart[]) => onChange({ ...truth, parts: changed });
  const set = (j: number, change: Partial<ClassPart>) => put(parts.with(j, { ...parts[j]!, ...change }));
  const add = () => {
    const last = parts.at(-1)!;
    const means = domain.map(([lower, upper]) => significant(lower + ((upper - lower) * 3) / 4, 3));
    put([...parts, { ...last, of: (last.of + 1) % classes.length, means }]);
  };
  const list = columns.join(", ");
  const numbers = (
    j: number,
    label: string,
    field: "means" | "deviations",
    isGood: (list: readonly number[]) => boolean,
  ) => (
    <NumbersBox
      key={parts[j]![field].join()}
      label={`${label} of part ${j + 1}: ${list}`}
      numbers={parts[j]![field]}
      least={columns.length}
      most={columns.length}
      requirement={`one for each of ${list}${field === "means" ? "" : ", at least a thousandth of its domain"}`}
      isGood={isGood}
      isInCell
      onChange={(typed) => set(j, { [field]: typed })}
    />
  );
  return (
    <>
      <p>{`What you expect of ${list}, without looking: normal parts, each of one class.`}</p>
      <RowsTable
        head={["Class", "Weight", "Means", "Deviations"]}
        rows={parts.map((part, j) => [
          <ToolChoice
            isInSentence
            label={`Class of part ${j + 1}`}
            value={String(part.of)}
            choices={Object.fromEntries(classes.map((name, of) => [String(of), name]))}
            onChange={(of) => set(j, { of: Number(of) })}
          />,
          <NumberBox
            {...{ label: `Weight of part ${j + 1}`, value: part.weight, ...planLimits.positive }}
            onCommit={(weight) => set(j, { weight })}
          />,
          numbers(j, "Means", "means", (typed) => typed.every((mean) => Math.abs(mean) <= planLimits.place.max)),
          numbers(j, "Deviations", "deviations", (typed) =>
            typed.every((s, k) => s >= (domain[k]![1] - domain[k]![0]) / 1e3 && s <= planLimits.positive.max),
          ),
        ])}
        nameOf={(j) => `part ${j + 1}`}
        least={1}
        onRemove={(j) => put(parts.toSpliced(j, 1))}
        add={parts.length < mostParts && { label: "Add a part", onAdd: add }}
      />
    </>
  );
}

export function usualParts(domain: readonly Interval[], classCount: number): readonly ClassPart[] {
  return Array.from({ length: classCount }, (_, of) => ({
    of,
    weight: 1,
    means: domain.map(([lower, upper], k) =>
      significant(lower + (upper - lower) * (k === 0 ? (of + 1) / (classCount + 1) : 0.5), 3),
    ),
    deviations: domain.map(([lower, upper]) => significant(0.12 * (upper - lower), 2)),
  }));
}
