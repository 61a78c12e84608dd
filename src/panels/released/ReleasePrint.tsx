import { useMemo } from "react";
import type { ReleaseFile } from "../../core/releaseFile/releaseFile.ts";
import { guaranteeSentence, mechanismRows, sheetRows } from "./ReleaseSheet.tsx";
import { releasedSvg } from "./releasedPicture.ts";
import type { ReleasedPicture } from "./releasedPicture.ts";
import { releaseTitle } from "./releaseTitle.ts";
import "./releasePrint.css";

/** A release on one page: figure, guarantee, parameters and sheet. It is seen only on paper. */
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
  return (
    <section className="print-page" aria-hidden="true">
      <h1>{file.view.title}</h1>
      <p>{releaseTitle(file)}</p>
      {figure !== undefined && <img src={figure} alt="" />}
      <p>{guaranteeSentence(file)}</p>
      <div className="print-columns">
        <PrintRows rows={mechanismRows(file)} />
        <PrintRows rows={sheetRows(file)} />
      </div>
    </section>
  );
}

const longest = 420;

function PrintRows({ rows }: { readonly rows: readonly (readonly [string, string])[] }) {
  return (
    <dl>
      {rows.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text.length > longest ? `${text.slice(0, longest)} …` : text}</dd>
        </div>
      ))}
    </dl>
  );
}
