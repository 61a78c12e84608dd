import type { StudyContract } from "../core/releases/contract.ts";
import type { PrivacyLoss } from "../core/privacy/accounting/privacyLoss.ts";
import { zippedRelease } from "../core/releaseFile/releaseBundle.ts";
import { sealRelease } from "../core/releaseFile/releaseFile.ts";
import type { ReleaseFile } from "../core/releaseFile/releaseFile.ts";
import { releaseContents } from "../core/releaseFile/releaseContents.ts";
import type { FreshView } from "../state/presented.ts";
import { sha256 } from "../state/sha256.ts";
import type { CommonScenario } from "../state/sharedFields.ts";
import { csvOf, exportTitle } from "./exports.ts";
import type { Exports } from "./exports.ts";
import { releaseWordsOf } from "./releaseWords.ts";
import { lookedAt, notPrivateBecause } from "./notPrivate.ts";
import type { CommonFacts, StudyDefinition } from "./study.ts";

type Exported<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T> = Pick<
  StudyDefinition<S, C, M, F, I, T>,
  "id" | "table" | "svg" | "fileName" | "guarantee" | "declared" | "releasedTable"
>;

/** The ways out of the page. Each returns the sentence that says why nothing left; undefined when all is well. */
export interface TakeAway<S, F, I> {
  /**
   * A release file and its values, drawn after its cost was entered; only while what is shown is private. What was entered
   * stays entered if the draw fails: that costs budget, never privacy.
   */
  readonly release: (now: FreshView<S, F, I>) => Promise<string | undefined>;
  /** A file of a fresh draw, for the outside; drawn only while what is shown is private. */
  readonly fresh: (now: FreshView<S, F, I>) => Promise<string | undefined>;
  /** A file of what is shown: its values, or its picture with every draw. */
  readonly shown: (now: FreshView<S, F, I>, as: "csv" | "svg") => string | undefined;
}

/**
 * The rules of what leaves the page: nothing for the outside that is not private; a secure draw at most once, since
 * scaled twice it would reveal the original; and each draw for the outside at its price.
 *
 * @param save hands a file to the person
 * @param enter enters the loss of one draw in the ledger
 * @param onReleased shows a release in place of previews
 */
export function createTakeAway<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T>(
  definition: Exported<S, C, M, F, I, T>,
  exports: Exports<S, F, I>,
  save: (name: string, type: string, content: string | Uint8Array<ArrayBuffer>) => void,
  enter: (loss: PrivacyLoss) => void,
  onReleased: (file: ReleaseFile) => void = () => undefined,
): TakeAway<S, F, I> {
  const { fileName } = definition;
  const notPrivate = ({ shown, view }: FreshView<S, F, I>) =>
    notPrivateBecause(definition.guarantee(shown, view), lookedAt(definition.declared, shown));
  const refusal = (now: FreshView<S, F, I>) => {
    const reason = notPrivate(now);
    return reason === undefined ? undefined : `This would not be a private release: ${reason}`;
  };
  const csv = (now: FreshView<S, F, I>) =>
    csvOf(now.shown, now.view, definition.table(now.shown, now.view), notPrivate(now));
  const svg = (now: FreshView<S, F, I>) => {
    const { what } = definition.table(now.shown, now.view);
    return titled(definition.svg(now.shown, now.view), exportTitle(now.shown, what, notPrivate(now)));
  };

  return {
    release: async (now) => {
      const refused = refusal(now);
      if (refused !== undefined) return refused;
      const { shown, view } = now;
      enter(view.budget.loss);
      const outcome = await exports.release(now);
      // Why a fit failed may tell of the records: the owner reads it inside.
      if (!outcome.ok) {
        const why = shown.view === "inside" ? outcome.error.message : "the inside view says why.";
        return `Nothing was released, though its cost is entered: ${why}`;
      }
      const names = definition.declared as Readonly<Record<string, string>>;
      const words = releaseWordsOf(
        definition.id,
        shown,
        view,
        definition.table(shown, view),
        definition.guarantee(shown, view),
        names,
      );
      const file = await sealRelease(releaseContents(outcome.value, words), sha256);
      save(`release-${fileName}.zip`, "application/zip", zippedRelease(file));
      const table = definition.releasedTable?.(shown, view, outcome.value);
      if (table !== undefined) save(`release-${fileName}.csv`, "text/csv", table);
      onReleased(file);
      return undefined;
    },
    fresh: async (now) => {
      const refused = refusal(now);
      if (refused !== undefined) return refused;
      const outcome = await exports.fresh();
      if (!outcome.ok) return outcome.error.message;
      const drawn = outcome.value;
      if (!drawn) return undefined;
      // The controls may have moved while it was drawn.
      const refusedSince = refusal(drawn);
      if (refusedSince !== undefined) return refusedSince;
      save(`preview-${fileName}.csv`, "text/csv", csv(drawn));
      enter(drawn.view.budget.loss);
      return undefined;
    },
    shown: (now, as) => {
      const { shown, view } = now;
      const inside = shown.view === "inside";
      const refused = inside ? undefined : refusal(now);
      if (refused !== undefined) return refused;
      const content = as === "csv" ? csv(now) : svg(now);
      if (!exports.takeOut()) {
        return "This draw has left the page, and must not at two scales. Another one is on its way.";
      }
      save(`${fileName}-${shown.view}.${as}`, as === "csv" ? "text/csv" : "image/svg+xml", content);
      if (inside || shown.seed !== "secure") return undefined;
      const draws = as === "csv" ? 1 : 1 + view.others.length;
      for (let draw = 0; draw < draws; draw++) enter(view.budget.loss);
      return undefined;
    },
  };
}

/** A drawing with its title, as its first element. */
function titled(svg: string, title: string): string {
  const text = title.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return svg.replace(/<svg[^>]*>/, (opening) => `${opening}<title>${text}</title>`);
}
