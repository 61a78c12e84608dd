import { useMemo } from "react";
import type { ReleaseFile } from "../../core/release/file/releaseFile.ts";
import { NamedValues } from "../shared/NamedValues.tsx";
import { guaranteeSentence, mechanismRows, sheetRows } from "./ReleaseSheet.tsx";
import { releasedSvg, type ReleasedPicture } from "./releasedPicture.ts";
import { releaseTitle } from "./releaseTitle.ts";
import "../shared/releasePrint.css";

export function ReleasePrint({
  file,
  drawn,
}: {
  readonly file: ReleaseFile;
  readonly drawn: ReleasedPicture | undefined;
}) {
  const figure = useMemo(
    () => drawn && `data:image/svg+xml;charset=utf-8,${encodeURIComponent(releasedSvg(drawn))}`,
    [drawn],
  );
  const rows = sheetRows(file);
  return (
    <section className="print-page" aria-hidden="true" style={{ fontSize: `${letterSize(rows)}pt` }}>
      <h1>{file.view.title}</h1>
      <p>{releaseTitle(file)}</p>
      {figure !== undefined && <img src={figure} alt="" />}
      <p>{guaranteeSentence(file)}</p>
      <div className="print-columns">
        <NamedValues rows={mechanismRows(file)} />
        <NamedValues rows={rows} />
      </div>
    </section>
  );
}

const usualSize = 8;
const usualLength = 4000;

/** Points: a longer sheet has smaller letters, to stay on one page. */
function letterSize(rows: readonly (readonly [string, string])[]): number {
  const length = rows.reduce((sum, [, text]) => sum + text.length, 0);
  return usualSize * Math.min(1, Math.sqrt(usualLength / length));
}
