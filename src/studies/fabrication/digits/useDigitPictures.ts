import { useEffect, useState } from "react";
import type { DigitPictures } from "../../../core/affineHull/digits/digitPictures.ts";
import type { FabricationContract } from "../../../core/affineHull/fabricationContract.ts";
import type { ParametersOf } from "../../../core/release/contract.ts";
import type { StudyClient } from "../../../engine/contract.ts";
import type { DigitSource } from "./digitFiles.ts";

/**
 * Keeps pictures of the same source until new ones arrive.
 *
 * @param asked the same object while nothing changes
 */
export function useDigitPictures(
  client: StudyClient<FabricationContract>,
  source: DigitSource | undefined,
  asked: ParametersOf<FabricationContract, "picturingDigits">,
  onProblem: (problem: string | undefined) => void,
): { readonly pictures: DigitPictures | undefined; readonly working: boolean } {
  const [answer, setAnswer] = useState<{
    readonly to: object;
    readonly of: DigitSource;
    readonly pictures: DigitPictures | undefined;
  }>();
  useEffect(() => {
    if (!source) return;
    const stop = new AbortController();
    void client.run("picturingDigits", source.id, asked, { signal: stop.signal }).then((outcome) => {
      if (stop.signal.aborted) return;
      onProblem(outcome.ok ? undefined : outcome.error.message);
      setAnswer((before) => ({
        to: asked,
        of: source,
        pictures: outcome.ok ? outcome.value : before?.of === source ? before.pictures : undefined,
      }));
    });
    return () => stop.abort();
  }, [client, source, asked, onProblem]);
  // Pictures of another source are never shown or released under this name.
  const pictures = answer?.of === source ? answer?.pictures : undefined;
  return { pictures, working: answer?.to !== asked || answer.of !== source };
}
