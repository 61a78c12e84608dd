import type { ReactNode } from "react";
import { NumberBox } from "./NumberBox.tsx";
import type { NumberBoxProps } from "./NumberBox.tsx";

interface NumberControlProps extends NumberBoxProps {
  /** What stands beside the box, if it is not its label. */
  readonly beside?: ReactNode;
  /** What is said below it. */
  readonly children?: ReactNode;
}

/** A number typed by hand, with what it is of. */
export function NumberControl({ beside, children, ...box }: NumberControlProps) {
  return (
    <div className="control">
      <div className="line">
        <span>{beside ?? box.label}</span>
        <NumberBox {...box} />
      </div>
      {children}
    </div>
  );
}
