import { useEffect, useMemo, useRef, useState } from "react";
import type { TableKeys } from "../../../core/tables/tableKeys.ts";
import type { PrivacyLoss } from "../../../core/privacy/accounting/privacyLoss.ts";
import { digitNoise, type DigitReleaseParameters } from "../../../core/affineHull/digits/digitRelease.ts";
import type { DigitModel } from "../../../core/affineHull/digits/digitNoise.ts";
import type { DigitPictures } from "../../../core/affineHull/digits/digitPictures.ts";
import { countText, numberText } from "../../../core/numberFormats.ts";
import { JobButton } from "../../../panels/controls/JobButton.tsx";
import { LedgerPanel } from "../../../panels/ledger/LedgerPanel.tsx";
import { hasRoom } from "../../../panels/ledger/ledgerWords.ts";
import { Problem } from "../../../panels/controls/Problem.tsx";
import { Affirmation, useAffirmation } from "../../../panels/ledger/Affirmation.tsx";
import { saveFile } from "../../../panels/shared/saveFile.ts";
import { costOfLoss } from "../../../panels/ledger/spend.ts";
import { remaining, type ClassProgress } from "./classJobs.ts";
import type { OpenDigits } from "./digitFiles.ts";
import type { FabricationProps } from "../model/view.ts";
import { chosenOfDigits, releaseDigits } from "./releasingDigits.ts";

interface DigitReleaseProps extends Pick<FabricationProps, "client" | "beside"> {
  readonly source: OpenDigits & { readonly keys: TableKeys };
  /** For promise, suggestion, ledger entry and draw. */
  readonly model: DigitModel;
  readonly of: DigitPictures;
  readonly isOwn: boolean;
  readonly onProtectDigits: () => void;
}

/** Paid from a ledger of its own. */
export function DigitRelease({ client, beside, source, model, of, isOwn, onProtectDigits }: DigitReleaseProps) {
  const [progress, setProgress] = useState<ClassProgress>();
  const [said, setSaid] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [affirmed, affirm] = useAffirmation(model);
  const underWay = useRef<AbortController>(undefined);
  useEffect(() => () => underWay.current?.abort(), []);
  const ledger = useMemo(() => beside.ledgerOf(source.keys), [beside, source.keys]);
  const { count, height, width } = of;
  const parameters = useMemo((): DigitReleaseParameters => {
    const { epsilon, delta, seed, ...rest } = model;
    return { ...rest, budget: { epsilon, delta: delta > 0 ? delta : 1e-5, calibration: "analytic" } };
  }, [model]);
  const loss = useMemo((): PrivacyLoss => {
    const noise = digitNoise(parameters, height * width);
    return noise.calibration === "pure" ? { kind: "pure", epsilon: noise.epsilon } : { kind: "gaussian", mu: noise.mu };
  }, [parameters, height, width]);
  const next = {
    cost: costOfLoss(loss),
    delta: parameters.budget.delta,
    recordCount: count,
    ...(loss.kind === "pure" && { epsilon: parameters.budget.epsilon }),
  };

  const release = async () => {
    const { signal } = (underWay.current = new AbortController());
    setSaid(undefined);
    setProblem(undefined);
    const begun = performance.now();
    const made = await releaseDigits({ client, ledger, source, of, isOwn }, parameters, loss, {
      signal,
      onProgress: setProgress,
    });
    setProgress(undefined);
    if ("problem" in made) {
      setProblem(made.problem);
      return;
    }
    saveFile("release-digits.zip", "application/zip", made.packed);
    const seconds = Math.max(1, Math.round((performance.now() - begun) / 1000));
    setSaid(
      `Released in ${seconds} s: images and labels as IDX files, and what they promise. The cost is in the ledger.`,
    );
  };

  const pixel = parameters.protection === "entry";
  const isAffordable = hasRoom(next);
  return (
    <>
      <h2 className="digit-heading">Release the table</h2>
      <p className="explanation">
        All {countText(count)} digits, each pixel with exact noise from cryptographic bits, fabricated and saved as
        images that whatever reads MNIST reads. Of a whole digit this promises{" "}
        {loss.kind === "pure"
          ? `ε = ${numberText(loss.epsilon)}`
          : `ε = ${numberText(parameters.budget.epsilon)}, δ = ${numberText(parameters.budget.delta)} (μ = ${numberText(loss.mu)})`}
        {pixel
          ? `, which protects nobody${isAffordable ? "" : ", and is more than any budget here has room for"}. `
          : ". "}
        What class a digit is of, and how many there are, is not protected.
      </p>
      {isOwn && (
        <Affirmation
          words={`I chose ${chosenOfDigits} without looking at these digits.`}
          affirmed={affirmed}
          onAffirm={affirm}
        />
      )}
      <div className="buttons">
        {pixel && (
          <button type="button" onClick={onProtectDigits}>
            Protect whole digits
          </button>
        )}
        <JobButton
          label={`Release ${countText(count)} digits`}
          doing="Releasing digits"
          cancel="Cancel the release"
          done={progress?.share}
          detail={progress && remaining(progress)}
          filled
          disabled={(isOwn && !affirmed) || !isAffordable}
          onStart={() => void release()}
          onCancel={() => underWay.current?.abort()}
        />
      </div>
      <Problem text={problem} />
      {said !== undefined && <p role="status">{said}</p>}
      <LedgerPanel about="these digits" ledger={ledger} next={next} settled of={isOwn ? "own" : "example"} inside />
    </>
  );
}
