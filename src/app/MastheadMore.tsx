import { useState } from "react";
import type { ReactNode } from "react";

/** What stands at the end of the masthead; on a phone behind one button. */
export function MastheadMore({ children }: { readonly children: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <div
      className="more"
      data-open={open}
      onKeyDown={({ key }) => key === "Escape" && setOpen(false)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <button
        type="button"
        className="more-opener"
        aria-expanded={open}
        aria-label="More"
        onClick={() => setOpen(!open)}
      >
        ⋯
      </button>
      <div className="more-content">{children}</div>
    </div>
  );
}
