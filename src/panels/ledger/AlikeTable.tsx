import { useState } from "react";
import { Problem } from "../controls/Problem.tsx";

/** Says that a table counts as an alike one, with a button for data about other people. */
export function AlikeTable({ separate }: { readonly separate: () => Promise<string | undefined> | undefined }) {
  const [problem, setProblem] = useState<string>();
  return (
    <div className="problem" role="status">
      <p>
        This looks like a table that was here before, with other cells: the same names of columns, and about as many
        rows. What was released of that one and what was looked at count here, too.
      </p>
      <button type="button" onClick={() => void separate()?.then(setProblem)}>
        It is about other people
      </button>
      <Problem text={problem} />
    </div>
  );
}
