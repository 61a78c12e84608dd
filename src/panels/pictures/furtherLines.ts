import { createContext, useContext, useMemo } from "react";
import type { FurtherLine, FurtherPen } from "../../plots/furtherLines.ts";

/** Change of the shown function by the last edit. Private. */
export interface InfluenceOfOne {
  /** The original on the picture's grid. */
  readonly before: Float64Array;
  readonly after: Float64Array;
  readonly kind: "moved" | "added" | "removed" | "several";
  /** The record's row; empty where there is none. */
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** None outside of own data. */
export interface FurtherLinesOfPicture {
  readonly average?: Float64Array | undefined;
  /** Edited last, until the next change. */
  readonly influence?: InfluenceOfOne | undefined;
  /** f′ of an attacker, whose f is the original. */
  readonly second?: Float64Array | undefined;
  /** Loaded with the first lines. */
  readonly pen?: FurtherPen | undefined;
}

export const noFurtherLines: FurtherLinesOfPicture = {};

export const FurtherLines = createContext(noFurtherLines);

/** Shows an attacker's f′ in the picture. */
export const ShowSecond = createContext<(shown: Pick<FurtherLinesOfPicture, "second" | "pen">) => void>(() => {});

/** Lines of a picture of so many points, or a group's, in the order of painting. */
export function useFurtherLines(count: number, group = 0): readonly FurtherLine[] {
  const { average, influence, second, pen } = useContext(FurtherLines);
  return useMemo(() => {
    if (!pen) return [];
    const lines = Object.entries({ second, before: influence?.before, average });
    return lines.flatMap(([kind, all]) => {
      const values = all?.subarray(group * count, (group + 1) * count);
      return values?.length === count ? [{ kind: kind as FurtherLine["kind"], values, pen }] : [];
    });
  }, [average, influence, second, pen, count, group]);
}
