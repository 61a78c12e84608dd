import { useState } from "react";

interface SharePanelProps {
  /** The address of the scenario as it is now. */
  readonly link: () => string;
  readonly hasSeed: boolean;
}

/** Copies the link of the scenario; shows it where the clipboard is closed. */
export function SharePanel({ link, hasSeed }: SharePanelProps) {
  const [shown, setShown] = useState<string>();
  const copy = async () => {
    const address = link();
    try {
      await navigator.clipboard.writeText(address);
      setShown(
        hasSeed ? "Link copied. It carries the seed, so its noise is known: for teaching only." : "Link copied.",
      );
      setTimeout(() => setShown(undefined), 4000);
    } catch {
      setShown(address);
    }
  };
  return (
    <>
      <button type="button" onClick={() => void copy()}>
        Copy link
      </button>
      <output className={shown === undefined ? "visually-hidden" : "source"} aria-live="polite">
        {shown}
      </output>
    </>
  );
}
