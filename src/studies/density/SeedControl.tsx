import { Problem } from "../../panels/Problem.tsx";
import { NumberBox } from "../../panels/SliderControl.tsx";
import { densityLimits } from "./scenario.ts";
import type { StudyProps } from "./studyProps.ts";

/** Where the noise comes from: a seed, for teaching, or the cryptographic source. */
export function SeedControl({
  seed,
  problem,
  set,
}: Pick<StudyProps, "set"> & { readonly seed: number | "secure"; readonly problem: string | undefined }) {
  const seeded = seed !== "secure";
  return (
    <div className="control">
      <div className="line">
        <label>
          <input
            type="checkbox"
            checked={seeded}
            onChange={(event) => set({ seed: event.target.checked ? 1 : "secure" }, { commit: true })}
          />{" "}
          Repeatable noise
        </label>
        {seeded && (
          <NumberBox
            label="Seed"
            value={seed}
            {...densityLimits.seed}
            integer
            onCommit={(value) => set({ seed: value }, { commit: true })}
          />
        )}
      </div>
      <p className="explanation">
        {seeded
          ? "A teaching draw: whoever knows the seed can subtract the noise, so it protects nobody."
          : "Noise from the browser's cryptographic source; nobody can repeat it."}
      </p>
      <Problem text={problem} />
    </div>
  );
}
