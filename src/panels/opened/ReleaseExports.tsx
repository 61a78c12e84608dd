import { useMemo, useState } from "react";
import { pngWithState, svgWithState } from "../../core/release/file/pictureState.ts";
import { zippedRelease } from "../../core/release/file/releaseBundle.ts";
import { releaseText } from "../../core/release/file/sealedRelease.ts";
import type { ReleaseFile } from "../../core/release/file/releaseFile.ts";
import { rowsTable, shownTable, valueTable } from "../../core/release/file/tables.ts";
import { captioned } from "../shared/captioned.ts";
import { pngOfSvg } from "../shared/pngOfSvg.ts";
import { Problem } from "../controls/Problem.tsx";
import { saveFile } from "../shared/saveFile.ts";
import { releasedSvg, type ReleasedPicture } from "./releasedPicture.ts";
import { releaseTitle } from "./releaseTitle.ts";

interface ReleaseExportsProps {
  readonly file: ReleaseFile;
  readonly drawn: ReleasedPicture | undefined;
  readonly fileName: string;
}

export function ReleaseExports({ file, drawn, fileName }: ReleaseExportsProps) {
  const [problem, setProblem] = useState<string>();
  const title = releaseTitle(file);
  const rows = useMemo(() => rowsTable(file, releaseComments(file, title)), [file, title]);
  const svg = () => svgWithState(pictureOf(drawn!, title), title, { kind: "release", release: file });
  const savePng = async () => {
    const png = await pngOfSvg(pictureOf(drawn!, title));
    setProblem(png ? undefined : "This browser cannot draw the picture as PNG; the SVG has all of it.");
    if (png)
      saveFile(`release-${fileName}.png`, "image/png", pngWithState(png, title, { kind: "release", release: file }));
  };
  return (
    <section className="group" aria-label="Take away">
      <h2>Take away</h2>
      <div className="buttons">
        <button
          type="button"
          className="filled"
          onClick={() => saveFile(`release-${fileName}.zip`, "application/zip", zippedRelease(file))}
        >
          Release, all files (ZIP)
        </button>{" "}
        <button
          type="button"
          onClick={() => saveFile(`release-${fileName}.json`, "application/json", releaseText(file))}
        >
          Release file (JSON)
        </button>{" "}
        <button type="button" onClick={() => saveFile(`release-${fileName}.csv`, "text/csv", releaseCsv(file, title))}>
          Values (CSV)
        </button>{" "}
        {rows !== undefined && (
          <>
            <button type="button" onClick={() => saveFile(`release-${fileName}-rows.csv`, "text/csv", rows)}>
              Rows, moved into the declared ranges (CSV)
            </button>{" "}
          </>
        )}
        {drawn && (
          <>
            <button type="button" onClick={() => saveFile(`release-${fileName}.svg`, "image/svg+xml", svg())}>
              Picture (SVG)
            </button>{" "}
            <button type="button" onClick={() => void savePng()}>
              Picture (PNG)
            </button>{" "}
          </>
        )}
        <button type="button" onClick={() => window.print()}>
          Print on one page
        </button>
      </div>
      <p className="explanation">
        All of it is made of the release file, so it costs nothing more. Dropped on this page, the file, the ZIP and the
        pictures open again as you see them.
      </p>
      <Problem text={problem} />
    </section>
  );
}

function pictureOf(drawn: ReleasedPicture, title: string): string {
  return captioned(releasedSvg(drawn), title);
}

export function releaseCsv(file: ReleaseFile, title: string): string {
  const comments = releaseComments(file, title);
  return file.view.carried ? valueTable(file.view.axes, file.view.values, comments) : shownTable(file, comments);
}

export function releaseComments({ digest }: ReleaseFile, title: string): readonly string[] {
  return [title, `digest of the release ${digest}`];
}
