import { useId } from "react";
import type { TypedList } from "../../state/scenario/numberList.ts";
import { Problem } from "./Problem.tsx";
import "./listBox.css";

interface ListBoxProps {
  readonly label: string;
  readonly text: string;
  readonly read: TypedList;
  readonly onChange: (text: string) => void;
}

export function ListBox({ label, text, read, onChange }: ListBoxProps) {
  const id = useId();
  const problem = "problem" in read ? read.problem : undefined;
  return (
    <div className="list-box">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={2}
        maxLength={2000}
        spellCheck={false}
        value={text}
        aria-invalid={problem !== undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      <Problem text={problem} />
    </div>
  );
}
