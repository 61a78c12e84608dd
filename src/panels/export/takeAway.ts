import type { StudyContract } from "../../core/release/contract.ts";
import { budgetOf, isBudgetFirst, type LedgerBook } from "../../core/privacy/accounting/ledger.ts";
import type { ReleaseFile } from "../../core/release/file/releaseFile.ts";
import { shortText } from "../../core/numberFormats.ts";
import type { ShownView } from "../../state/presented/presented.ts";
import { unusedFields } from "../../state/scenario/fieldTable.ts";
import { parameterNames } from "../../state/scenario/provenance.ts";
import { sha256 } from "../../core/sha256.ts";
import type { CommonScenario } from "../../state/scenario/sharedFields.ts";
import type { StudyLedger } from "../../state/ledger/studyLedger.ts";
import { captioned } from "../shared/captioned.ts";
import { csvOf, pictureTitle, type Exports } from "../study/exports.ts";
import { releaseWordsOf, type SaidOfRelease } from "../study/releaseWords.ts";
import { lookedAt, notPrivateBecause } from "../study/notPrivate.ts";
import { nothingReleased } from "../ledger/paidForNothing.ts";
import { pngOfSvg } from "../shared/pngOfSvg.ts";
import { unprotectedTogether } from "../ledger/ledgerWords.ts";
import { costOfRelease, enterDraw, isWithin, originsIn } from "../ledger/spend.ts";
import type { CommonFacts, ExportedStudy } from "../study/study.ts";

/** Methods return the reason of a refusal. */
interface TakeAway<S, F, I> {
  /** Draws a private release after storing its cost. A failed draw costs budget, never privacy. */
  readonly release: (now: ShownView<S, F, I>, about?: SaidOfRelease) => Promise<string | undefined>;
  /** Saves values or picture from inside. Private; enters no ledger. */
  readonly shown: (now: ShownView<S, F, I>, as: "csv" | "svg" | "png") => Promise<string | undefined>;
}

export interface Deliveries {
  readonly save: (name: string, type: string, content: string | Uint8Array<ArrayBuffer>) => void;
  readonly onReleased: (file: ReleaseFile) => void;
  readonly pngOf?: (svg: string) => Promise<Uint8Array | undefined>;
  readonly packing?: typeof packingParts;
  /** False for a command without a ledger, which the file says. */
  readonly isCounted?: boolean;
}

async function packingParts() {
  const [
    { zippedRelease },
    { pngWithState, svgWithState },
    { costOf },
    contents,
    { sealRelease },
    { unsayableBecause },
  ] = await Promise.all([
    import("../../core/release/file/releaseBundle.ts"),
    import("../../core/release/file/pictureState.ts"),
    import("../../core/release/file/releaseFile.ts"),
    import("../../core/release/file/releaseContents.ts"),
    import("../../core/release/file/sealedRelease.ts"),
    import("./unsayable.ts"),
  ]);
  const { releaseContents } = contents;
  return { zippedRelease, pngWithState, svgWithState, costOf, releaseContents, sealRelease, unsayableBecause };
}

/**
 * Outside, only a release leaves, private as the bits of its file and paid beforehand. Inside, the owner saves the
 * view, labelled as private data.
 */
export function createTakeAway<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T>(
  definition: ExportedStudy<S, C, M, F, I, T>,
  exports: Exports<S, F, I>,
  ledger: StudyLedger,
  { save, onReleased, pngOf = pngOfSvg, packing = packingParts, isCounted = true }: Deliveries,
): TakeAway<S, F, I> {
  const { id, fileName } = definition;
  const names = parameterNames(definition.roles);
  const notPrivate = ({ shown, view }: ShownView<S, F, I>) =>
    notPrivateBecause(definition.guarantee(shown, view), lookedAt(names, shown), exports.changedByHand());
  const refusal = (now: ShownView<S, F, I>) => {
    const reason = notPrivate(now);
    return reason === undefined ? undefined : `This would not be a private release: ${reason}`;
  };

  return {
    release: async (now, about) => {
      const refused = refusal(now);
      if (refused !== undefined) return refused;
      const { shown, view } = now;
      const origins = originsIn(ledger, id, names, shown, unusedFields(definition.fields, shown));
      if (!origins.ok) return origins.error.message;
      const table = definition.table(shown, view);
      const words = releaseWordsOf(
        { study: id, data: shown.data, schema: shown.schema, about },
        view,
        table,
        definition.guarantee(shown, view),
        origins.value,
      );
      // Fixes records and budget of the draw, even if settings move meanwhile.
      const prepared = exports.prepare(now);
      if (!prepared.ok) return prepared.error.message;
      // Loaded before anything is entered, so that a paid release can leave.
      const packed = await packing().catch(() => undefined);
      if (!packed) return notLoaded;
      const unsayable = packed.unsayableBecause(words);
      if (unsayable !== undefined) return unsayable;
      const { what } = table;
      const cost = costOfRelease(view.budget);
      const { parameters } = words.sheet;
      const entry = {
        study: id,
        what,
        parameters: [
          { name: "epsilon", value: String(shown.epsilon) },
          { name: "delta", value: String(shown.delta) },
          ...parameters,
        ],
        provenance: words.provenance,
        cost,
        buys: null,
      };
      const entered = isCounted ? await enterDraw(ledger, entry) : undefined;
      if (entered?.ok === false) return entered.error.message;
      const paid = entered?.value;
      const outcome = await prepared.value();
      const inside = shown.view === "inside";
      const failed = (why: string) => nothingReleased(why, inside);
      if (!outcome.ok) return failed(outcome.error.message);
      try {
        const composition = paid ? compositionOf(ledger.store.getState().book, paid.id) : uncounted;
        const said = { ...words, ledgerEntry: paid?.id ?? null, sheet: { ...words.sheet, composition } };
        const file = await packed.sealRelease(packed.releaseContents(outcome.value, said), sha256);
        if (!isWithin(packed.costOf(file.mechanism), cost)) return failed("it would cost more than was entered.");
        const unrecorded = await paid?.record(file.digest);
        save(`release-${fileName}.zip`, "application/zip", packed.zippedRelease(file));
        const beside = definition.released?.table?.(shown, view, outcome.value);
        if (beside !== undefined) save(`release-${fileName}.csv`, "text/csv", beside);
        onReleased(file);
        return unrecorded === undefined
          ? undefined
          : `The release is made. Its digest is not in the ledger: ${unrecorded}`;
      } catch (error) {
        return failed(error instanceof Error ? error.message : String(error));
      }
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
      const packed = await packing().catch(() => undefined);
      if (!packed) return notLoaded;
      if (as === "svg") {
        save(name, "image/svg+xml", packed.svgWithState(svg, title, state));
        return undefined;
      }
      const png = await pngOf(svg);
      if (!png) return "This browser cannot draw the picture as PNG; the SVG has all of it.";
      save(name, "image/png", packed.pngWithState(png, title, state));
      return undefined;
    },
  };
}

export const notLoaded =
  "What packs files could not be loaded, so nothing was drawn or saved: try again when there is a connection.";

export const previewStays =
  "From outside only a release leaves the page: a preview is made of doubles, whose last bits can tell records apart.";

const uncounted =
  "No ledger was kept: nothing counts what else was released of the same records, which adds up with this.";

export function compositionOf(book: LedgerBook | undefined, id: string): string {
  const budget = book && budgetOf(book);
  if (!book || !budget) return "This release alone; what else was released of the same records adds up with it.";
  const number = book.entries.findIndex((entry) => entry.id === id) + 1;
  const pure =
    budget.pureEpsilon === undefined
      ? ""
      : ` beside purely private ones of epsilon = ${shortText(budget.pureEpsilon)} together`;
  const when = isBudgetFirst(book) ? "declared before the first of them" : "which was not fixed before all of them";
  return (
    `Draw ${number} of these data. All of them together are to stay private at epsilon = ${shortText(budget.epsilon)}, ` +
    `delta = ${shortText(budget.delta)} (mu = ${shortText(budget.mu)}${pure}), a budget ${when}. ` +
    unprotectedTogether
  );
}
