import { useRef, useState } from "react";
import type { Interval } from "../../../core/grids.ts";
import { significant } from "../../../core/numberFormats.ts";
import { Handle } from "../../../panels/pictures/Handle.tsx";
import { placeText } from "../../../panels/controls/words.ts";
import type { PlotArea } from "../../../plots/curve/curveArea.ts";
import type { Extent } from "../../../plots/frame.ts";
import "./handles.css";

interface DomainEndsProps {
  readonly area: PlotArea;
  readonly name: string;
  readonly unit: string;
  readonly domain: Interval;
  /** Freezes the horizontal axis during a drag; undefined releases it. */
  readonly hold: (axis: Extent | undefined) => void;
  readonly isLive: boolean;
  readonly onMove: (domain: Interval, commit: boolean) => void;
}

const leastShare = 0.02;

/** Pixels outside the plane, for an outward drag or a plane of other records. */
const overhang = 24;

export function DomainEnds({ area, name, unit, domain: declared, hold, isLive, onMove }: DomainEndsProps) {
  const taken = useRef<Interval>(undefined);
  const [pulled, setPulled] = useState<Interval>();
  const domain = pulled ?? declared;
  const [low, high] = domain;
  const end = (which: 0 | 1) => {
    const value = domain[which];
    const text = placeText(value, unit, high - low);
    const moved = (to: number): Interval => {
      const [least, most] = taken.current ?? domain;
      const step = roundStep(most - least, unit);
      const room = leastShare * (most - least);
      const next = Math.round(to / step) * step;
      const exact = significant(next, unit === "date" ? 15 : 12);
      return which === 0 ? [Math.min(exact, high - room), high] : [low, Math.max(exact, low + room)];
    };
    return (
      <Handle
        key={which}
        className={`domain-end ${which === 0 ? "lower" : "upper"}`}
        label={`Where the curve ${which === 0 ? "begins" : "ends"}, ${name}`}
        title="An end of the declared domain: drag it"
        value={value}
        limits={which === 0 ? [-1e15, high] : [low, 1e15]}
        valueText={text}
        left={Math.min(area.right + overhang, Math.max(area.left - overhang, area.x(value)))}
        top={area.top}
        height={area.bottom - area.top}
        at={(px) => area.x.invert(px)}
        stepped={(steps) => value + (steps * (high - low)) / 50}
        onTake={() => {
          taken.current = domain;
          hold(domain);
        }}
        onMove={(to, commit) => {
          const next = moved(to);
          setPulled(isLive || commit ? undefined : next);
          if (commit || (isLive && String(next) !== String(domain))) onMove(next, commit);
        }}
        onLetGo={() => {
          taken.current = undefined;
          setPulled(undefined);
          hold(undefined);
        }}
      >
        <span>{text}</span>
      </Handle>
    );
  };
  return (
    <>
      {end(0)}
      {end(1)}
    </>
  );
}

/** A round number, at most about a fiftieth of the domain; whole days, minutes or seconds of dates and times. */
function roundStep(length: number, unit: string): number {
  const step = 10 ** Math.floor(Math.log10(length / 50));
  const day = unit === "date" ? 1 : unit === "time" ? 24 : 0;
  if (day === 0) return step;
  if (unit === "date" && length > 60) return Math.max(1, Math.round(step));
  return day / [24, 96, 1440, 86_400].find((parts) => length / 50 >= day / parts || parts === 86_400)!;
}
