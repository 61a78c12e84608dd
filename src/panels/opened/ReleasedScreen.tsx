import { useMemo, type ReactNode } from "react";
import type { ReleaseFile } from "../../core/release/file/releaseFile.ts";
import { isAddable } from "../../core/release/file/addedReleases.ts";
import { valueTable } from "../../core/release/file/tables.ts";
import { gridCoordinates } from "../../core/grids.ts";
import { onOtherGrid } from "../../core/release/gridFunctionals.ts";
import { countText, numberText } from "../../core/numberFormats.ts";
import type { ShownRelease } from "../../state/scenario/shownRelease.ts";
import { densityOf } from "../postProcessing/Questions.tsx";
import { releasedTable } from "../postProcessing/tableFollows.ts";
import { WhatFollows } from "../postProcessing/WhatFollows.tsx";
import { useFileDrop } from "../data/FileSource.tsx";
import { saveFile } from "../shared/saveFile.ts";
import { OneSize } from "../pictures/usePictureHeight.ts";
import { PictureFrame, wholeFrame } from "../shared/PictureFrame.tsx";
import { StudySections } from "../shared/StudySections.tsx";
import { StudyLayout } from "../shared/StudyLayout.tsx";
import { followedFunction, type ReleasedFunction } from "./releasedFunction.ts";
import { ReleasedPicture } from "./ReleasedPicture.tsx";
import { releasedPicture } from "./releasedPicture.ts";
import type { ReleaseLook } from "../study/releaseLook.ts";
import { releasedSentence } from "./releasedSentence.ts";
import { ReleaseExports, releaseComments } from "./ReleaseExports.tsx";
import { FurtherHolders } from "./FurtherHolders.tsx";
import { ReleasePrint } from "./ReleasePrint.tsx";
import { hasLaplaceNoise, ReleaseSheet } from "./ReleaseSheet.tsx";
import { recordCountOf, releaseTitle } from "./releaseTitle.ts";
import { NamedValues } from "../shared/NamedValues.tsx";

interface ReleasedScreenProps {
  readonly release: ShownRelease;
  readonly label: string;
  readonly fileName: string;
  readonly look: ReleaseLook;
  readonly theme: "light" | "dark";
  readonly onEnd: () => void;
  readonly onAdded: (file: ReleaseFile) => void;
  readonly readTable: (source: File | string, name: string) => void;
  readonly sliders: ReactNode;
  readonly ledger: ReactNode;
}

/** Replaces the outside view, made of the file alone. */
export function ReleasedScreen({
  release: { file, origin },
  label,
  fileName,
  look,
  theme,
  onEnd,
  onAdded,
  readTable,
  sliders,
  ledger,
}: ReleasedScreenProps) {
  useFileDrop(readTable);
  const drawn = useMemo(() => releasedPicture(file, look), [file, look]);
  const followed = useMemo(() => followedFunction(file, look), [file, look]);
  const table = useMemo(() => (look.table ? releasedTable(file) : undefined), [file, look]);
  const sentence = useMemo(() => releasedSentence(file, look), [file, look]);
  const { mechanism: m, view } = file;
  const n = recordCountOf(file);
  const receipt = [
    ["privacy loss ε", numberText(m.epsilon)],
    ["δ", numberText(m.delta)],
    ["μ of GDP", numberText(m.mu)],
    ["sensitivity Δ", numberText(m.sensitivity.value)],
    [hasLaplaceNoise(m) ? "scale b" : "noise σ", numberText(m.sigma)],
    ...(n === undefined ? [] : [["records n", n] as const]),
  ] as const;
  const what = drawn?.kind === "curve" || drawn?.kind === "groups" ? "curve" : "field";

  return (
    <>
      <StudyLayout
        label={label}
        lead={`${view.title}, released: ${countText(m.integers.length)} whole numbers on a lattice, drawn once with exact noise. Everyone may see all of it.`}
        tools={
          <div className="stage-tools" data-testid="released">
            <button type="button" onClick={onEnd}>
              Back to exploring
            </button>
            <span>
              {origin === "made"
                ? "Until then the outside view shows this release, not previews."
                : "Opened from a file; no data are needed for it, and none are here."}
            </span>
          </div>
        }
        picture={
          <PictureFrame what="release" state={wholeFrame}>
            <OneSize value={true}>
              <ReleasedPicture file={file} drawn={drawn} look={look} theme={theme} />
            </OneSize>
          </PictureFrame>
        }
        sentence={sentence}
        below={
          <>
            <NamedValues rows={receipt} className="receipt" label="Receipt" />
            <ReleaseSheet file={file} />
            {table && <WhatFollows startsOpen of={table} what="table" />}
            {followed && (
              <WhatFollows
                startsOpen
                of={followed}
                what={what}
                onGrid={
                  followed.levels
                    ? undefined
                    : (counts, isDensity) => {
                        const csv = otherGridCsv(file, followed, counts, isDensity);
                        saveFile(`release-${fileName}-grid.csv`, "text/csv", csv);
                      }
                }
              />
            )}
            {look.sections && <StudySections sections={look.sections} inside={false} props={{ file }} />}
          </>
        }
        sliders={sliders}
        controls={
          <>
            <ReleaseExports file={file} drawn={drawn} fileName={fileName} />
            {isAddable(file) && <FurtherHolders file={file} onAdded={onAdded} />}
            {ledger}
          </>
        }
      />
      <ReleasePrint file={file} drawn={drawn} />
    </>
  );
}

export function otherGridCsv(
  file: ReleaseFile,
  { axes, grid, released }: ReleasedFunction,
  counts: readonly number[],
  isDensity: boolean,
): string {
  const others = grid.map((axis, k) => ({ ...axis, count: counts[k]! }));
  const points = others.map(gridCoordinates);
  const between = onOtherGrid(released, axes, points);
  const values = isDensity ? densityOf(between, points) : between;
  const on = file.view.axes.map((axis, k) => ({
    ...axis,
    coordinates: { kind: "regular" as const, ...others[k]! },
  }));
  const processing = isDensity ? "; cut off at zero and divided by its integral" : "";
  const title = `${releaseTitle(file)}; on a grid of ${counts.join(" by ")} points by straight lines between those of the release${processing}`;
  return valueTable(on, values, releaseComments(file, title));
}
