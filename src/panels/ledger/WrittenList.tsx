import type { ParameterOrigin } from "../../core/privacy/accounting/provenance.ts";
import { ownData } from "../../state/scenario/ownData.ts";
import type { Origin } from "../../state/scenario/provenance.ts";
import { affirmedOrigin, publicOrigin } from "../study/releaseWords.ts";

/** A written list is no field of a scenario. */
export type ListOrigin = Exclude<Origin, "bought"> | undefined;

/** Sections open only after their data were seen. */
export function originOfWriting({ data }: { readonly data: string }): ListOrigin {
  return data === ownData ? "looked" : undefined;
}

/** @param what "the list of λ" */
export function listOrigin(what: string, origin: ListOrigin): ParameterOrigin {
  return origin === undefined ? publicOrigin(what) : affirmedOrigin(what);
}

const words = "was written beside the picture of the private records, or follows from it, and may tell of them.";

export function listProblem(what: string, origin: ListOrigin): string | undefined {
  return origin === "looked" ? `This would not be a private choice: ${what} ${words}` : undefined;
}

interface LookedListProps {
  readonly what: string;
  readonly origin: ListOrigin;
  readonly onAffirm: () => void;
}

/** Says that a list was written while looking, with a button to affirm it. */
export function LookedList({ what, origin, onAffirm }: LookedListProps) {
  if (origin !== "looked") return null;
  return (
    <p className="explanation">
      {`${what.charAt(0).toUpperCase()}${what.slice(1)} ${words} `}
      <button type="button" onClick={onAffirm}>
        I would have written it without looking
      </button>
    </p>
  );
}
