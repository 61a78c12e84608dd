import { useRef, useState, type ReactNode } from "react";

export function MastheadMore({ children }: { readonly children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  return (
    <div
      className="more"
      data-open={open}
      onKeyDown={({ key }) => key === "Escape" && open && close()}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget !== null && !currentTarget.contains(relatedTarget)) setOpen(false);
      }}
    >
      <button
        ref={opener}
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
