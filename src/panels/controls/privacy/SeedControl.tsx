import { budgetLimits } from "../../../state/scenario/sharedFields.ts";
import { Problem } from "../Problem.tsx";
import { NumberBox } from "../NumberBox.tsx";

interface SeedControlProps {
  readonly value: number | "secure";
  readonly problem: string | undefined;
  readonly onChange: (seed: number | "secure") => void;
}

export function SeedControl({ value: seed, problem, onChange }: SeedControlProps) {
  const seeded = seed !== "secure";
  return (
    <div className="control">
      <div className="line">
        <label>
          <input type="checkbox" checked={seeded} onChange={(event) => onChange(event.target.checked ? 1 : "secure")} />{" "}
          Repeatable noise
        </label>
        {seeded && <NumberBox label="Seed" value={seed} {...budgetLimits.seed} integer onCommit={onChange} />}
      </div>
      <p className="explanation">
        {seeded
          ? "A teaching draw: whoever knows the seed can subtract the noise, so it protects nobody."
          : "Noise from the browser’s cryptographic source; nobody can repeat it."}
      </p>
      <Problem text={problem} />
    </div>
  );
}
