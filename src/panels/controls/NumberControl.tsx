import type { ReactNode } from "react";
import { NumberBox, type NumberBoxProps } from "./NumberBox.tsx";

interface NumberControlProps extends NumberBoxProps {
  readonly beside?: ReactNode;
  readonly children?: ReactNode;
}

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
