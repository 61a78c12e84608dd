import { useState, type ReactNode } from "react";
import "./advanced.css";

interface AdvancedProps {
  readonly summary: string;
  readonly children: ReactNode;
}

const key = "curveil.advanced";

/** This browser remembers whether they are open. */
export function Advanced({ summary, children }: AdvancedProps) {
  const [open, setOpen] = useState(wasOpen);
  return (
    <details
      className="advanced"
      open={open}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open);
        remember(currentTarget.open);
      }}
    >
      <summary>{summary}</summary>
      <div className="advanced-content">{children}</div>
    </details>
  );
}

function wasOpen(): boolean {
  try {
    return window.localStorage.getItem(key) === "open";
  } catch {
    return false;
  }
}

function remember(open: boolean): void {
  try {
    window.localStorage.setItem(key, open ? "open" : "folded");
  } catch {
    // Storage is switched off.
  }
}
