import { memo, useEffect, useEffectEvent, useState } from "react";
import { percentText, shortText } from "../../../core/numberFormats.ts";
import type { RecordsId } from "../../../engine/contract.ts";
import { HeatMap } from "../../../panels/pictures/HeatMap.tsx";
import { useMapColumns } from "../../../panels/hooks/useMapColumns.ts";
import { adopt, mapEpsilons, mapJobs, mapKey, mapPenalties, mapQuality, type MapColumn } from "../model/penaltyMap.ts";
import type { BoundaryScenario } from "../model/scenario.ts";
import type { BoundaryProps } from "../model/view.ts";

const mostRecords = 4000;

const penalties = mapPenalties.filter((_, i) => i % 2 === 0);
const rows = mapEpsilons.flatMap((_, row) => (row % 2 === 0 ? [row] : []));

interface SideMapProps extends Pick<BoundaryProps, "client" | "set" | "records"> {
  /** Debounced. */
  readonly scenario: BoundaryScenario;
  readonly recordsId: RecordsId | undefined;
  readonly lipschitz: number;
  readonly isReady: boolean;
}

/** Inside view only: choosing by it looks at the records. */
export const SideMap = memo(function BesideMap(props: SideMapProps) {
  const { scenario, records, recordsId, lipschitz, isReady, client } = props;
  const key = mapKey(scenario, recordsId);
  const map = useMapColumns<MapColumn>(key);
  const { columns, outdated, done, problem } = map;
  const isThere = columns.length === penalties.length && !outdated && done === undefined;
  const isSmall = records !== undefined && records.responses.length <= mostRecords;
  const [wanted, setWanted] = useState("");
  const isWanted = wanted === key;
  const isAsked =
    isWanted &&
    isReady &&
    isSmall &&
    recordsId !== undefined &&
    done === undefined &&
    !isThere &&
    (outdated || problem === undefined);
  const start = useEffectEvent(() => {
    if (!records || recordsId === undefined) return;
    map.start(mapJobs({ scenario, recordsId, responses: records.responses, lipschitz, client }, penalties));
  });
  useEffect(() => {
    if (!isAsked) return;
    const timer = setTimeout(start);
    return () => clearTimeout(timer);
  }, [isAsked, key]);
  if (!isSmall) return null;

  const classification = scenario.task === "classification";
  const { quality, bestOf } = mapQuality(columns, classification);
  const text = classification ? percentText : (value: number) => shortText(value, 2);
  const at = (column: number, row: number) => columns[column]!.expected[rows[row]!]!;
  return (
    <div className="beside-map" data-testid="beside-map">
      <p className="heading">{classification ? "Expected accuracy" : "Expected error"}: λ against ε</p>
      {isThere ? (
        <>
          <HeatMap
            label="λ against ε beside the picture"
            corner="ε \ λ"
            columns={penalties}
            rows={rows.map((row) => mapEpsilons[row]!)}
            valueAt={at}
            quality={quality}
            text={nothing}
            describe={(column, row) =>
              `λ = ${shortText(penalties[column]!)}, ε = ${shortText(mapEpsilons[rows[row]!]!)}: ${text(at(column, row))}. Adopt.`
            }
            now={{ column: scenario.penalty, row: scenario.epsilon }}
            markAt={(column, row) => (column === bestOf[rows[row]!] ? "best" : undefined)}
            onChoose={(column, row) => adopt(props, penalties[column]!, rows[row]!)}
          />
          <p>Darker is better; ringed: the best λ for an ε. Choosing by it looks at the records.</p>
        </>
      ) : isWanted ? (
        <p>{problem ?? "Computing …"}</p>
      ) : (
        <button type="button" onClick={() => setWanted(key)}>
          Draw the map
        </button>
      )}
    </div>
  );
});

function nothing(): string {
  return "";
}
