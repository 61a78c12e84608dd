import { useState } from "react";
import type { CommonScenario } from "../../../state/scenario/sharedFields.ts";

interface ProvenanceControlProps {
  /** By field. */
  readonly names: Readonly<Partial<Record<string, string>>>;
  readonly scenario: Pick<CommonScenario, "provenance">;
  readonly set: (change: Pick<CommonScenario, "provenance">, options: { readonly commit: boolean }) => void;
}

export function ProvenanceControl({ names, scenario: { provenance }, set }: ProvenanceControlProps) {
  const [open, setOpen] = useState(false);
  return (
    <details className="control" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Where the parameters come from</summary>
      <p className="explanation">
        Declared before you looked at the records, or on public data: then they tell nothing. What was chosen by looking
        tells of the records, and no noise covers it.
      </p>
      <ul className="plain">
        {(open ? Object.entries(names) : []).map(([field, name]) => (
          <li key={field}>
            <label>
              <input
                type="checkbox"
                checked={provenance[field] === "looked"}
                onChange={(event) =>
                  set(
                    { provenance: { ...provenance, [field]: event.target.checked ? "looked" : "affirmed" } },
                    { commit: true },
                  )
                }
              />{" "}
              {name}: {originWords[provenance[field] ?? "declared"]}
            </label>
          </li>
        ))}
      </ul>
    </details>
  );
}

const originWords = {
  declared: "declared beforehand",
  looked: "chosen by looking at the records",
  affirmed: "moved while looking; you would have chosen it without",
  bought: "bought with a budget of its own",
} as const;
