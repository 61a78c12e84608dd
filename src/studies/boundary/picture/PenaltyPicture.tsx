import { useMemo } from "react";
import { percentText, shortText, significant } from "../../../core/numberFormats.ts";
import { LineChart } from "../../../panels/pictures/LineChart.tsx";
import { axisOver, type LinePicture } from "../../../plots/small/linePlot.ts";
import { markLooked } from "../../../state/scenario/provenance.ts";
import { mapEpsilons, type MapColumn } from "../model/penaltyMap.ts";
import type { BoundaryProps } from "../model/view.ts";

interface PenaltyPictureProps extends Pick<BoundaryProps, "scenario" | "set"> {
  readonly columns: readonly MapColumn[];
  /** Every second ε, without numbers. */
  readonly isCoarse?: boolean;
  readonly label: string;
  readonly caption: string;
}

/** Expected performance over λ and ε; a look at the records. */
export function PenaltyPicture({ columns, scenario, set, isCoarse = false, label, caption }: PenaltyPictureProps) {
  const { penalty, epsilon, task } = scenario;
  const map = useMemo(() => mapOf(columns, task === "classification", isCoarse), [columns, task, isCoarse]);
  const picture = useMemo(
    () => ({ ...map, marks: [{ x: penalty, y: epsilon, name: "" }], description: label }),
    [map, penalty, epsilon, label],
  );
  return (
    <LineChart
      picture={picture}
      caption={caption}
      onPick={(x, y) =>
        set({ penalty: x, epsilon: y, provenance: markLooked(scenario.provenance, ["penalty"]) }, { commit: true })
      }
    />
  );
}

function mapOf(
  columns: readonly MapColumn[],
  isAccuracy: boolean,
  isCoarse: boolean,
): Omit<LinePicture, "description"> {
  const rows = mapEpsilons.flatMap((_, row) => (isCoarse && row % 2 > 0 ? [] : [row])).toReversed();
  const at = (column: number, row: number) => columns[column]!.expected[rows[row]!]!;
  const values = columns.flatMap(({ expected }) => expected.filter(Number.isFinite));
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const best = rows.map((_, row) => {
    const ofRow = columns.map((_column, column) => significant(at(column, row), 3));
    const value = isAccuracy ? Math.max(...ofRow) : Math.min(...ofRow);
    return { value, column: ofRow.indexOf(value) };
  });
  const text = isAccuracy ? percentText : (value: number) => shortText(value, 2);
  const [penalties, epsilons] = [columns.map((column) => column.penalty), rows.map((row) => mapEpsilons[row]!)];
  return {
    x: axisOver("λ", penalties),
    y: axisOver("ε", epsilons),
    isSmall: isCoarse,
    map: {
      // Points below the best λ at that ε, or multiples of its error.
      valueAt: (column, row) => {
        const { value } = best[row]!;
        return isAccuracy ? 1 + value - at(column, row) : at(column, row) / value;
      },
      levels: [1.01, 1.05],
      cells: {
        qualityAt: (column, row) => {
          const value = at(column, row);
          if (most === least) return 1;
          return isAccuracy ? (value - least) / (most - least) : Math.log(most / value) / Math.log(most / least);
        },
        textAt: (column, row) =>
          isCoarse ? "" : isAccuracy ? String(Math.round(100 * at(column, row))) : text(at(column, row)),
        isBest: (column, row) => column === best[row]!.column,
      },
    },
    read: (column, row) =>
      `λ = ${shortText(penalties[column]!)}, ε = ${shortText(epsilons[row]!)}: ${text(at(column, row))}`,
  };
}
