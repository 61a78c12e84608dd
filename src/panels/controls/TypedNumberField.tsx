import type { ComponentProps } from "react";
import { Problem } from "./Problem.tsx";

interface TypedNumberFieldProps extends ComponentProps<"input"> {
  readonly label: string;
  readonly text: string;
  /** The fewest characters that it has room for. */
  readonly least: number;
  /** How a number was read that could mean two. */
  readonly understood: string | undefined;
  readonly problem: string | undefined;
  /** Whether what stands in it is no answer, which may not be told yet; where there is a problem if absent. */
  readonly isWrong?: boolean;
}

/** The field that a number is typed into: as wide as the number, with what was understood and what is wrong. */
export function TypedNumberField({
  label,
  text,
  least,
  understood,
  problem,
  isWrong = problem !== undefined,
  ...input
}: TypedNumberFieldProps) {
  return (
    <span className="number-box">
      <input
        type="text"
        inputMode="decimal"
        size={Math.min(18, Math.max(least, text.length))}
        aria-label={label}
        aria-invalid={isWrong}
        value={text}
        {...input}
      />
      {understood !== undefined && (
        <span className="understood" role="status">
          {understood}
        </span>
      )}
      <Problem text={problem} />
    </span>
  );
}
