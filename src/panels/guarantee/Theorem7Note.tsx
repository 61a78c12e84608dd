import type { ReactNode } from "react";
import "../shared/guaranteePanel.css";
import { theorem7Words } from "./theorem7.ts";

interface Theorem7NoteProps {
  readonly asked: Parameters<typeof theorem7Words>[0];
  readonly values: Parameters<typeof theorem7Words>[1];
  readonly inForce: Parameters<typeof theorem7Words>[2];
  readonly onNormal: () => void;
}

export function Theorem7Note({ asked, values, inForce, onNormal }: Theorem7NoteProps): ReactNode {
  const { standing, sentence } = theorem7Words(asked, values, inForce);
  return (
    <div className="control theorem-7" data-testid="theorem-7" data-standing={standing}>
      <p className={standing === "outside" ? "problem" : "explanation"} role="status">
        {sentence}
      </p>
      <div className="buttons">
        <button type="button" onClick={onNormal}>
          Take normal noise
        </button>
      </div>
    </div>
  );
}
