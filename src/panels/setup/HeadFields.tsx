import { commentMarks, type BelowNames, type CommentMark } from "../../core/tables/head/headWords.ts";
import type { SaidDialect } from "../../core/tables/dialect.ts";
import { counted } from "../../core/numberFormats.ts";
import { WrittenChoice } from "./WrittenChoice.tsx";

interface HeadFieldsProps {
  readonly preamble: number;
  readonly header: boolean;
  readonly below: BelowNames | undefined;
  /** Absent without such lines. */
  readonly comment: CommentMark | "none" | undefined;
  readonly onChange: (said: SaidDialect) => void;
}

const belowLabels = {
  none: "Records begin",
  units: "Units",
  names: "More of the names",
  remark: "A row of remarks",
  remarks: "Two rows of remarks",
} as const satisfies Record<BelowNames | "none", string>;
const commentLabels = {
  none: "None",
  ...(Object.fromEntries(commentMarks.map((mark) => [mark, `Begin with ${mark}`])) as Record<CommentMark, string>),
};
const mostBefore = 20;

export function HeadFields({ preamble, header, below, comment, onChange }: HeadFieldsProps) {
  const counts = Array.from({ length: Math.max(mostBefore, preamble) + 1 }, (_, k) => String(k));
  const skipped = [
    ...(preamble > 0 ? [`${counted(preamble, "row")} before the table`] : []),
    ...(below ? [belowWords[below]] : []),
    ...(comment !== undefined && comment !== "none" ? [`lines that begin with ${comment} are comments`] : []),
  ];
  return (
    <details className="column-details">
      <summary>{skipped.length > 0 ? `No records: ${skipped.join("; ")}` : "Rows that are no records: none"}</summary>
      <div className="written">
        <WrittenChoice
          label={header ? "Rows before the names" : "Rows before the table"}
          names={Object.fromEntries(counts.map((count) => [count, count]))}
          value={String(preamble)}
          onChange={(count) => onChange({ preamble: Number(count) })}
        />
        {header && (
          <WrittenChoice
            label="Below the names"
            names={belowLabels}
            value={below ?? "none"}
            onChange={(content) => onChange({ preamble, header, below: content })}
          />
        )}
        {comment !== undefined && (
          <WrittenChoice
            label="Comment lines"
            names={commentLabels}
            value={comment}
            onChange={(mark) => onChange({ comment: mark })}
          />
        )}
      </div>
      {comment !== undefined && comment !== "none" && (
        <p className="explanation">
          {`Below the names, a line that begins with ${comment} is a comment if it has fewer cells than there are columns.`}
        </p>
      )}
    </details>
  );
}

const belowWords: Readonly<Record<BelowNames, string>> = {
  units: "the second row holds units",
  names: "the second row goes on with the names",
  remark: "the second row holds remarks",
  remarks: "the second and third row hold remarks",
};
