import type { StudyContract } from "../core/releases/contract.ts";
import type { PrivacyLoss } from "../core/privacy/accounting/privacyLoss.ts";
import { pngWithState, svgWithState } from "../core/releaseFile/pictureState.ts";
import { zippedRelease } from "../core/releaseFile/releaseBundle.ts";
import { sealRelease } from "../core/releaseFile/releaseFile.ts";
import type { ReleaseFile } from "../core/releaseFile/releaseFile.ts";
import { releaseContents } from "../core/releaseFile/releaseContents.ts";
import type { ShownView } from "../state/presented.ts";
import { sha256 } from "../state/sha256.ts";
import type { CommonScenario } from "../state/sharedFields.ts";
import { captioned } from "./captioned.ts";
import { csvOf, pictureTitle } from "./exports.ts";
import type { Exports } from "./exports.ts";
import { releaseWordsOf } from "./releaseWords.ts";
import { lookedAt, notPrivateBecause } from "./notPrivate.ts";
import { pngOfSvg } from "./pngOfSvg.ts";
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
  readonly release: (now: ShownView<S, F, I>) => Promise<string | undefined>;
  /** A file of what is shown inside, for its owner: its values, or its picture with every draw. It enters no ledger. */
  readonly shown: (now: ShownView<S, F, I>, as: "csv" | "svg" | "png") => Promise<string | undefined>;
}

/**
 * The rules of what leaves the page: for the outside a release, which is private as the bits of its file, at its price; from inside what
 * its owner sees, labelled as private data. A preview that is only shown never leaves from outside.
 *
 * @param save hands a file to the person
 * @param enter enters the loss of one draw in the ledger
 * @param onReleased shows a release in place of previews
 * @param pngOf draws a picture
 */
export function createTakeAway<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T>(
  definition: Exported<S, C, M, F, I, T>,
  exports: Exports<S, F, I>,
  save: (name: string, type: string, content: string | Uint8Array<ArrayBuffer>) => void,
  enter: (loss: PrivacyLoss) => void,
  onReleased: (file: ReleaseFile) => void = () => undefined,
  pngOf: (svg: string) => Promise<Uint8Array | undefined> = pngOfSvg,
): TakeAway<S, F, I> {
  const { fileName } = definition;
  const notPrivate = ({ shown, view }: ShownView<S, F, I>) =>
    notPrivateBecause(definition.guarantee(shown, view), lookedAt(definition.declared, shown));
  const refusal = (now: ShownView<S, F, I>) => {
    const reason = notPrivate(now);
    return reason === undefined ? undefined : `This would not be a private release: ${reason}`;
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
    shown: async (now, as) => {
      const { shown, view } = now;
      if (shown.view === "outside") return previewStays;
      const name = `${fileName}-inside.${as}`;
      if (as === "csv") {
        save(name, "text/csv", csvOf(shown, view, definition.table(shown, view), notPrivate(now)));
        return undefined;
      }
      const title = pictureTitle(shown, view, definition.table(shown, view), notPrivate(now));
      const svg = captioned(definition.svg(shown, view), title);
      const state = { kind: "link", link: exports.link() } as const;
      if (as === "svg") {
        save(name, "image/svg+xml", svgWithState(svg, title, state));
        return undefined;
      }
      const png = await pngOf(svg);
      if (!png) return "This browser cannot draw the picture as PNG; the SVG has all of it.";
      save(name, "image/png", pngWithState(png, title, state));
      return undefined;
    },
  };
}

/** Why nothing of a preview leaves from outside. */
export const previewStays =
  "From outside only a release leaves the page: a preview is made of doubles, whose last bits can tell records apart.";
