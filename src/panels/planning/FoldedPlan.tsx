import { useState, type ReactNode } from "react";

export function FoldedPlan({ title, children }: { readonly title: string; readonly children: () => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="guarantee"
      data-testid="section-plan"
      onToggle={(event) => setOpen(event.currentTarget.open)}
      // Return in a field of the plan must not draw the data.
      onKeyDown={(event) => {
        if (event.key === "Enter" && event.target instanceof HTMLInputElement) event.preventDefault();
      }}
    >
      <summary>{title}</summary>
      {isOpen && children()}
    </details>
  );
}
