import { useState } from "react";

interface SharePanelProps {
  /** The address of the scenario as it is now. */
  readonly link: () => string;
  readonly hasSeed: boolean;
  /** Whether the scenario is of data that the link does not hold. */
  readonly hasOwnData: boolean;
}

/** Copies the link of the scenario; shows it where the clipboard is closed. */
export function SharePanel({ link, hasSeed, hasOwnData }: SharePanelProps) {
  const [shown, setShown] = useState<string>();
  const copy = async () => {
    const address = link();
    try {
      await navigator.clipboard.writeText(address);
      setShown(copied({ hasSeed, hasOwnData }));
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

function copied({ hasSeed, hasOwnData }: Pick<SharePanelProps, "hasSeed" | "hasOwnData">): string {
  const data = hasOwnData ? " Your data are not in it: whoever opens it is asked for the file." : "";
  const seed = hasSeed ? " It carries the seed, so its noise is known: for teaching only." : "";
  return `Link copied.${data}${seed}`;
}
