import type { ComponentProps } from "react";
import { Problem } from "./Problem.tsx";

interface TypedNumberFieldProps extends ComponentProps<"input"> {
  readonly label: string;
  readonly text: string;
  readonly least: number;
  /** The reading of an ambiguous text. */
  readonly understood: string | undefined;
  readonly problem: string | undefined;
  readonly isWrong?: boolean;
}

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
