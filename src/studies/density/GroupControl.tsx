import { ChoiceControl } from "../../panels/ChoiceControl.tsx";
import { Problem } from "../../panels/Problem.tsx";
import { densityExamples } from "./examples.ts";
import { groupWords } from "./groupWords.ts";
import { typedLevels } from "./request.ts";
import type { DensityProps } from "./view.ts";

/** Whether each group of an example has a curve; of one's own data which groups were declared. */
export function GroupControl({
  scenario: { data, groups, levels },
  problem,
  set,
}: Pick<DensityProps, "scenario" | "set"> & { readonly problem: string | undefined }) {
  const usual = densityExamples.find(({ id }) => id === data)?.defaults.groups;
  if (usual) {
    return (
      <ChoiceControl
        label="Groups"
        explanation={groupWords}
        value={groups}
        choices={[
          { value: "", label: "None: one curve" },
          { value: usual.column, label: `A curve for each ${usual.column}` },
        ]}
        problem={problem}
        onChange={(value) => set({ groups: value, levels: usual.levels.join(", ") }, { commit: true })}
      />
    );
  }
  if (groups === "") return null;
  return (
    <div className="control">
      <p className="explanation">
        {`A curve for each ${groups}: ${typedLevels(levels).join(", ")}. ${groupWords} Declared with the file.`}
      </p>
      <Problem text={problem} />
    </div>
  );
}
