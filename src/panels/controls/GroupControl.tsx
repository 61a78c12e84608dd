import type { GroupFields } from "../../state/scenario/sharedFields.ts";
import { ChoiceControl } from "./ChoiceControl.tsx";
import { Problem } from "./Problem.tsx";

interface GroupControlProps {
  /** The groups that an example has; absent of one's own data. */
  readonly usual: { readonly column: string; readonly levels: string } | undefined;
  /** Which groups are shown; their column is "" for none. */
  readonly scenario: GroupFields;
  /** The groups themselves, as they are shown. */
  readonly listed: string;
  /** What they cost, and why. */
  readonly words: string;
  /** What is not offered for them, and why: said where there are some. */
  readonly without: string;
  /** Sentences by parameter. */
  readonly problems: ReadonlyMap<string, string>;
  readonly onChange: (groups: GroupFields) => void;
}

/** Whether each group of an example has a curve; of one's own data which groups were declared. */
export function GroupControl({ usual, scenario, listed, words, without, problems, onChange }: GroupControlProps) {
  const { groups } = scenario;
  const problem = problems.get("groups") ?? problems.get("levels");
  if (usual) {
    return (
      <ChoiceControl
        label="Groups"
        explanation={groups === "" ? words : `${words} ${without}`}
        value={groups}
        choices={[
          { value: "", label: "None: one curve" },
          { value: usual.column, label: `A curve for each ${usual.column}` },
        ]}
        problem={problem}
        onChange={(value) => onChange({ groups: value, levels: usual.levels })}
      />
    );
  }
  if (groups === "") return null;
  return (
    <div className="control">
      <p className="explanation">{`A curve for each ${groups}: ${listed}. ${words} ${without} Declared with the file.`}</p>
      <Problem text={problem} />
    </div>
  );
}
