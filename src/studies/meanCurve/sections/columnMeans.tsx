import { useMemo } from "react";
import { pointwise95 } from "../../../core/privacy/bands/pointwise.ts";
import type { ReleaseFile } from "../../../core/release/file/releaseFile.ts";
import { columnMeanRows, columnsOfFile } from "../../../panels/inference/columnMeans.ts";
import { NumberTable } from "../../../panels/shared/NumberTable.tsx";
import { separateColumns } from "../model/separateColumns.ts";
import type { MeanCurveProps } from "../model/view.ts";

export function Section({ shown, view }: MeanCurveProps) {
  const columns = useMemo(() => separateColumns(shown), [shown]);
  if (!columns || !view) return null;
  const { released: shares, original, sigma } = view;
  return <Means rows={columnMeanRows(columns, { shares, original, halfWidth: pointwise95 * sigma })} />;
}

export function SectionOfFile({ file }: { readonly file: ReleaseFile }) {
  const columns = columnsOfFile(file);
  if (!columns) return null;
  const shares = Float64Array.from(file.view.values);
  return <Means rows={columnMeanRows(columns, { shares, halfWidth: file.view.bands[0]?.halfWidth ?? NaN })} />;
}

function Means({ rows }: { readonly rows: ReturnType<typeof columnMeanRows> }) {
  return (
    <div className="section-body" data-testid="column-means">
      <p className="explanation">
        Each mean in the unit of its column; ± holds its noise with 95 %, and is as large a share of every range. These
        follow from the shares that are drawn, at no further cost.
      </p>
      <NumberTable rows={rows} />
    </div>
  );
}
