import type { Interval } from "../../../core/grids.ts";
import { significant } from "../../../core/numberFormats.ts";
import { mostHeights, mostParts, type DeclaredTruth, type NormalPart } from "../../../core/planning/declaredTruth.ts";
import { planLimits, usualPlan } from "../../../core/planning/plan.ts";
import { NumberBox } from "../../../panels/controls/NumberBox.tsx";
import { ToolChoice } from "../../../panels/controls/ToolChoice.tsx";
import { DrawnHeights } from "../../../panels/planning/DrawnHeights.tsx";
import { RowsTable } from "../../../panels/planning/RowsTable.tsx";

interface PlanTruthProps {
  readonly truth: DeclaredTruth;
  readonly domain: Interval;
  readonly name: string;
  readonly onChange: (truth: DeclaredTruth) => void;
}

export function PlanTruth({ truth, domain, name, onChange }: PlanTruthProps) {
  const choose = (kind: DeclaredTruth["kind"]) => {
    if (kind === truth.kind) return;
    onChange(kind === "normals" ? usualPlan(domain).truth : { kind, heights: [0, 1, 3, 5, 3, 1, 0] });
  };
  return (
    <>
      <p className="window">
        <ToolChoice
          label={`What you expect of ${name}, without looking`}
          value={truth.kind}
          choices={{ normals: "a sum of normal densities", drawn: "a curve through heights" }}
          onChange={choose}
        />
      </p>
      {truth.kind === "normals" ? (
        <Normals parts={truth.parts} domain={domain} onChange={(parts) => onChange({ kind: "normals", parts })} />
      ) : (
        <DrawnHeights
          {...{ domain, axis: name }}
          label="Heights at even places from one end of the domain to the other"
          numbers={truth.heights}
          least={3}
          most={mostHeights}
          requirement="none below 0 and not all 0, such as 0 1 3 1 0"
          isGood={(heights) => heights.every((height) => height >= 0) && heights.some((height) => height > 0)}
          onChange={(heights) => onChange({ kind: "drawn", heights })}
        />
      )}
    </>
  );
}

function Normals({
  parts,
  domain: [lower, upper],
  onChange,
}: {
  readonly parts: readonly NormalPart[];
  readonly domain: Interval;
  readonly onChange: (parts: readonly NormalPart[]) => void;
}) {
  const side = upper - lower;
  const set = (j: number, change: Partial<NormalPart>) => onChange(parts.with(j, { ...parts[j]!, ...change }));
  const add = () => {
    const deviation = Math.min(...parts.map((part) => part.deviation));
    const mean = significant(lower + (side * (parts.length + 1)) / (mostParts + 1), 3);
    onChange([...parts, { weight: parts.at(-1)!.weight, mean, deviation }]);
  };
  return (
    <RowsTable
      head={["Weight", "Mean", "Deviation"]}
      rows={parts.map((part, j) => [
        <NumberBox
          {...{ label: `Weight of normal ${j + 1}`, value: part.weight, ...planLimits.positive }}
          onCommit={(weight) => set(j, { weight })}
        />,
        <NumberBox
          {...{ label: `Mean of normal ${j + 1}`, value: part.mean, ...planLimits.place }}
          onCommit={(mean) => set(j, { mean })}
        />,
        <NumberBox
          {...{ label: `Deviation of normal ${j + 1}`, value: part.deviation, min: side / 1000, max: side * 1000 }}
          onCommit={(deviation) => set(j, { deviation })}
        />,
      ])}
      nameOf={(j) => `normal ${j + 1}`}
      least={1}
      onRemove={(j) => onChange(parts.toSpliced(j, 1))}
      add={parts.length < mostParts && { label: "Add a normal", onAdd: add }}
    />
  );
}
