import { unsayableBecause } from "../../../panels/export/unsayable.ts";
import { costOf, type ReleaseFile } from "../../../core/release/file/releaseFile.ts";
import type { Points } from "../../../core/points.ts";
import { privateRequest } from "../../../core/release/privateRequest.ts";
import type { RecordsId } from "../../../engine/contract.ts";
import { nothingReleased } from "../../../panels/ledger/paidForNothing.ts";
import { listOrigin, listProblem, type ListOrigin } from "../../../panels/ledger/WrittenList.tsx";
import { guaranteeOf } from "../words/guarantee.ts";
import { predictionFile, predictionWords, type Predicted } from "./predictedPoints.ts";
import { requestOf } from "../model/request.ts";
import { declaredSides } from "../model/table.ts";
import type { BoundaryProps } from "../model/view.ts";

interface PredictionRelease {
  readonly problem?: string;
  readonly released?: Predicted & { readonly file: ReleaseFile };
}

export const writtenPoints = "the list of points";

/**
 * The cost is entered first.
 *
 * @param points shape (n, d)
 */
export async function releasePredictions(
  { shown, client, spend }: Pick<BoundaryProps, "shown" | "client" | "spend">,
  {
    points,
    origin,
    count,
    records,
    view,
  }: {
    readonly points: Points;
    readonly origin: ListOrigin;
    readonly count: number;
    readonly records: RecordsId;
    readonly view: NonNullable<BoundaryProps["view"]>;
  },
): Promise<PredictionRelease> {
  const { notPrivate } = guaranteeOf(shown, view);
  if (notPrivate !== undefined) return { problem: `This would not be a private release: ${notPrivate}` };
  const tells = listProblem(writtenPoints, origin);
  if (tells !== undefined) return { problem: tells };
  const words = predictionWords(shown, view);
  const unsayable = unsayableBecause(words);
  if (unsayable !== undefined) return { problem: unsayable };
  const paid = await spend(`predictions at ${count} points`, view.budget.loss, {
    shown,
    parameters: words.sheet.parameters,
    besides: [listOrigin(writtenPoints, origin)],
  });
  if (!paid.ok) return { problem: paid.error.message };
  const failed = (why: string) => ({ problem: nothingReleased(why, shown.view === "inside") });
  const request = { ...privateRequest(requestOf(shown), view.budget), at: points };
  const outcome = await client.run("predictions", records, request);
  if (!outcome.ok) return failed(outcome.error.message);
  const predicted: Predicted = {
    scenario: shown,
    points,
    release: outcome.value,
    classNames: declaredSides(shown, view.facts.classNames),
  };
  try {
    const file = await predictionFile(predicted, words, paid.value);
    if (!paid.value.covers(costOf(file.mechanism))) return failed("it would cost more than was entered.");
    const unrecorded = await paid.value.record(file.digest);
    return {
      released: { ...predicted, file },
      ...(unrecorded !== undefined && {
        problem: `The release is made. Its digest is not in the ledger: ${unrecorded}`,
      }),
    };
  } catch (error) {
    return failed(error instanceof Error ? error.message : String(error));
  }
}
