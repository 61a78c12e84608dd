import { memo, useEffect, useEffectEvent, useState } from "react";
import type { RecordsId } from "../../../engine/contract.ts";
import { useMapColumns } from "../../../panels/hooks/useMapColumns.ts";
import { mapJobs, mapKey, mapPenalties, type MapColumn } from "../model/penaltyMap.ts";
import type { BoundaryScenario } from "../model/scenario.ts";
import type { BoundaryProps } from "../model/view.ts";
import { PenaltyPicture } from "./PenaltyPicture.tsx";

const mostRecords = 4000;

const penalties = mapPenalties.filter((_, i) => i % 2 === 0);

interface SideMapProps extends Pick<BoundaryProps, "client" | "set" | "records"> {
  /** Debounced. */
  readonly scenario: BoundaryScenario;
  readonly recordsId: RecordsId | undefined;
  readonly lipschitz: number;
  readonly isReady: boolean;
}

/** Inside only: choosing by it looks at the records. */
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

  return (
    <div className="beside-map" data-testid="beside-map">
      <p className="heading">
        {scenario.task === "classification" ? "Expected accuracy" : "Expected error"}: λ against ε
      </p>
      {isThere ? (
        <PenaltyPicture
          {...props}
          columns={columns}
          isCoarse
          label="λ against ε beside the picture"
          caption="λ across, ε up. Darker is better; ringed: the best λ for an ε; lines: 1 % and 5 % from it. Choosing by it looks at the records."
        />
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
