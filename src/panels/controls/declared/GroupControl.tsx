import type { GroupFields } from "../../../state/scenario/sharedFields.ts";
import { ChoiceControl } from "../ChoiceControl.tsx";
import { Problem } from "../Problem.tsx";

interface GroupControlProps {
  readonly usual: { readonly column: string; readonly levels: string } | undefined;
  readonly scenario: GroupFields;
  readonly listed: string;
  readonly words: string;
  readonly without: string;
  readonly problems: ReadonlyMap<string, string>;
  readonly onChange: (groups: GroupFields) => void;
}

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
