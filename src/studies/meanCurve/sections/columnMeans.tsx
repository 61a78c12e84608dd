import { useMemo } from "react";
import { pointwise95 } from "../../../core/privacy/bands/pointwise.ts";
import type { ReleaseFile } from "../../../core/release/file/releaseFile.ts";
import { columnMeanRows, columnsOfFile } from "../../../panels/inference/columnMeans.ts";
import { fileSettings } from "../../../panels/inference/fileSettings.ts";
import { NumberTable } from "../../../panels/shared/NumberTable.tsx";
import { requestOf } from "../model/request.ts";
import { identityRange, separateColumns } from "../model/separateColumns.ts";
import type { MeanCurveProps } from "../model/view.ts";

export function Section({ shown, view }: MeanCurveProps) {
  const columns = useMemo(() => separateColumns(shown), [shown]);
  if (!columns || !view) return null;
  const { released: shares, original, sigma, facts } = view;
  const { kernel, range, curvesPerPerson } = requestOf(shown);
  // With another M the smoothed share of a record may leave its range.
  const isIdentity = kernel === "gaussian" && range === identityRange(columns.length);
  const isKnown = isIdentity && facts.mostRecords === undefined;
  const sample = isKnown ? { recordCount: facts.recordCount, recordsPerPerson: curvesPerPerson } : undefined;
  const rows = columnMeanRows(columns, { shares, original, sample, halfWidth: pointwise95 * sigma });
  return <Means rows={rows} hasPopulation={sample !== undefined} />;
}

export function SectionOfFile({ file }: { readonly file: ReleaseFile }) {
  const columns = columnsOfFile(file);
  if (!columns) return null;
  const shares = Float64Array.from(file.view.values);
  const { textOf, numberOf, recordCount, recordsPerPerson, isThinned } = fileSettings(file);
  const isGaussian = textOf("kernel")?.startsWith("gaussian;") === true;
  const isIdentity = isGaussian && numberOf("rho") === identityRange(columns.length);
  const sample = isIdentity && !isThinned && recordCount !== undefined ? { recordCount, recordsPerPerson } : undefined;
  const rows = columnMeanRows(columns, { shares, sample, halfWidth: file.view.bands[0]?.halfWidth ?? NaN });
  return <Means rows={rows} hasPopulation={sample !== undefined} />;
}

interface MeansProps {
  readonly rows: ReturnType<typeof columnMeanRows>;
  readonly hasPopulation: boolean;
}

function Means({ rows, hasPopulation }: MeansProps) {
  return (
    <div className="section-body" data-testid="column-means">
      <p className="explanation">
        Each mean in the unit of its column; ± holds its noise with 95 %, and is as large a share of every range. These
        follow from the shares that are drawn, at no further cost.
        {hasPopulation &&
          " If the records are a random sample, the mean of all people lies within its two numbers with about 95 %, each by itself: noise and the chance of who was asked together."}
      </p>
      <NumberTable rows={rows} />
    </div>
  );
}
