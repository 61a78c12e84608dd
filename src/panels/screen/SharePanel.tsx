import { useState } from "react";
import type { SharedLink } from "../../state/scenario/linkedEdits.ts";
import { later } from "../shared/Later.tsx";
import type { StagedField } from "../study/study.ts";
import type { ClassLinkProps } from "./ClassLink.tsx";
import "./sharePanel.css";

interface SharePanelProps {
  readonly stagedFields: readonly StagedField[];
  readonly share: () => SharedLink;
  readonly hasSeed: boolean;
  readonly hasOwnData: boolean;
  readonly hasLooked: boolean;
}

const ClassLink = later<ClassLinkProps>(async () => (await import("./ClassLink.tsx")).ClassLink);

interface Message {
  readonly text: string;
  /** Present if copying failed. */
  readonly address?: string;
}

export function SharePanel({ stagedFields, share, hasSeed, hasOwnData, hasLooked }: SharePanelProps) {
  const [message, setMessage] = useState<Message>();
  const [forClass, setForClass] = useState<SharedLink>();
  const copy = async () => {
    const { link: address, leavesOut } = share();
    const text = aboutLink({ hasSeed, hasOwnData, hasLooked, leavesOut });
    try {
      await navigator.clipboard.writeText(address);
      setMessage({ text: `Link copied.${text}` });
      setTimeout(() => setMessage((now) => (now?.address === undefined ? undefined : now)), 6000);
    } catch {
      setMessage({ text: `This browser does not let the page copy; here is the link.${text}`, address });
    }
  };
  return (
    <div className="share">
      <button type="button" onClick={() => void copy()}>
        Copy link
      </button>
      <button type="button" onClick={() => setForClass(share())}>
        For a class
      </button>
      {forClass && (
        <ClassLink
          link={forClass.link}
          fields={stagedFields}
          about={aboutLink({ hasSeed, hasOwnData, hasLooked, leavesOut: forClass.leavesOut })}
          onClose={() => setForClass(undefined)}
        />
      )}
      <output className={message === undefined ? "visually-hidden" : "passing"} aria-live="polite">
        {message?.text}
        {message?.address !== undefined && (
          <span className="share-address">
            <input
              type="text"
              readOnly
              aria-label="Link"
              value={message.address}
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
            <button type="button" onClick={() => setMessage(undefined)}>
              Close
            </button>
          </span>
        )}
      </output>
    </div>
  );
}

function aboutLink({
  hasSeed,
  hasOwnData,
  hasLooked,
  leavesOut,
}: Pick<SharePanelProps, "hasSeed" | "hasOwnData" | "hasLooked"> & Pick<SharedLink, "leavesOut">): string {
  const data = hasOwnData ? " Your data are not in it: whoever opens it is asked for the file." : "";
  const looked =
    hasOwnData && hasLooked ? " Settings that were chosen by looking at them are in it, and tell of them." : "";
  const edits = leavesOut === "edits" ? " The points that you edited are not in it." : "";
  const seed = hasSeed ? " It carries the seed, so its noise is known: for teaching only." : "";
  return `${data}${looked}${edits}${seed}`;
}
