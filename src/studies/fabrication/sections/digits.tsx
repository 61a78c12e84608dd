import { useMemo, useState } from "react";
import { pixelEnds, type PixelEnd } from "../../../core/records/digits.ts";
import { countText, numberText, ratioText } from "../../../core/numberFormats.ts";
import { FilePicker } from "../../../panels/data/FilePicker.tsx";
import { Problem } from "../../../panels/controls/Problem.tsx";
import { ToolChoice } from "../../../panels/controls/ToolChoice.tsx";
import { useDebounced } from "../../../panels/hooks/useDebounced.ts";
import { withoutCryptography } from "../../../state/cryptography.ts";
import { bundledName } from "../digits/digitFiles.ts";
import { DigitAccuracy } from "../digits/DigitAccuracy.tsx";
import { DigitControls } from "../digits/DigitControls.tsx";
import { modelOf, type ChosenModel } from "../digits/digitModel.ts";
import { DigitStrip } from "../digits/DigitStrip.tsx";
import { DigitRelease } from "../digits/DigitRelease.tsx";
import type { FabricationProps } from "../model/view.ts";
import { useDigitPictures } from "../digits/useDigitPictures.ts";
import { useDigitSource } from "../digits/useDigitSource.ts";
import { classSizesSentence } from "./classSizesSentence.ts";
import "./digits.css";
import "../digits/tables.css";

const [mostPictured, mostShown] = [300, 10];

export function Section({ client, beside, theme }: FabricationProps) {
  const [problem, setProblem] = useState<string>();
  const [highest, setHighest] = useState<PixelEnd>(255);
  const [digit, setDigit] = useState(8);
  const { source, isOwn, reading, open } = useDigitSource({ client, beside });
  const [chosen, setChosen] = useState<ChosenModel>({ protection: "record", epsilon: 16, n: 20, depth: 5, steps: 3 });

  const stable = useDebounced(chosen);
  const model = useMemo(() => modelOf(stable, source?.pixels), [stable, source]);
  const modelOfNow = useMemo(() => modelOf(chosen, source?.pixels), [chosen, source]);
  const asked = useMemo(() => ({ ...model, digit, most: mostPictured, shown: mostShown }), [model, digit]);
  const { pictures, working } = useDigitPictures(client, source, asked, setProblem);

  const openFiles = async (files: readonly File[]) => {
    const found = await open(files, highest);
    if (!found) return;
    setProblem("problem" in found ? found.problem : undefined);
    if ("problem" in found) return;
    setDigit(found.classSizes[digit]! > 0 ? digit : found.classSizes.findIndex((size) => size > 0));
  };
  const change = (part: Partial<ChosenModel>) => setChosen({ ...chosen, ...part });
  const classes = pictures?.classCount ?? 10;
  const pixels = source?.pixels ?? 64;
  return (
    <>
      <p className="explanation">
        {source?.name ?? bundledName}
        {pictures && `: ${countText(pictures.count)} digits of ${pictures.height} × ${pictures.width} pixels.`} Open the
        two files of MNIST: images and labels, packed by gzip or not. Or open a CSV or Parquet file with a column named
        label and one for each pixel. They are read here and go nowhere.
      </p>
      <div className="stage-tools">
        <FilePicker label="Open digits" name="Files of digits" multiple onFiles={(files) => void openFiles(files)} />
        <ToolChoice
          label="Pixels of a table run to"
          value={String(highest)}
          choices={Object.fromEntries(pixelEnds.map((end) => [String(end), String(end)]))}
          onChange={(end) => setHighest(Number(end) as PixelEnd)}
        />
        <ToolChoice
          label="Digit"
          value={String(digit)}
          choices={Object.fromEntries(Array.from({ length: classes }, (_, c) => [String(c), String(c)]))}
          onChange={(value) => setDigit(Number(value))}
        />
      </div>
      {reading && <p role="status">Reading …</p>}
      <Problem text={problem ?? (pictures && classSizesSentence(pictures.classSizes))} />
      <div className="digits" aria-busy={working} data-stale={working}>
        {pictures && (
          <>
            <DigitStrip title="Records" pixels={pictures.original} of={pictures} most={mostShown} theme={theme} />
            <DigitStrip title="With noise" pixels={pictures.noisy} of={pictures} most={mostShown} theme={theme} />
            <DigitStrip title="Fabricated" pixels={pictures.fabricated} of={pictures} most={mostShown} theme={theme} />
            <DigitStrip
              title="The first record, its image, and what each layer makes of it in turn"
              pixels={pictures.layers}
              of={pictures}
              most={mostShown}
              theme={theme}
            />
          </>
        )}
      </div>
      {pictures && (
        <p>
          Each pixel carries noise of {ratioText(pictures.deviation)} its range.{" "}
          {chosen.protection === "entry"
            ? `One pixel is protected at ε = ${numberText(stable.epsilon)}; a whole digit has ${pixels} of them, and ε = ${numberText(pictures.record.epsilon)}: no promise worth the name.`
            : `A whole digit is protected at ε = ${numberText(stable.epsilon)}, δ = 10⁻⁵. The paper protects one pixel at such an ε: choose it, and see how little noise that is.`}
        </p>
      )}
      <DigitControls chosen={chosen} pixels={pixels} change={change} />
      {source && pictures && (
        <>
          <DigitAccuracy
            key={source.id}
            client={client}
            records={source.id}
            model={model}
            sizes={pictures.classSizes}
          />
          {source.keys === undefined ? (
            <Problem text={withoutCryptography} />
          ) : (
            <DigitRelease
              key={source.keys.digests[0]}
              client={client}
              beside={beside}
              source={{ ...source, keys: source.keys }}
              model={modelOfNow}
              of={pictures}
              isOwn={isOwn}
              onProtectDigits={() => change({ protection: "record" })}
            />
          )}
        </>
      )}
    </>
  );
}
