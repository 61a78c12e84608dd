import { useMemo } from "react";
import type { GridAxis } from "../../../core/grids.ts";
import { useDebouncedView } from "../../../panels/hooks/useDebounced.ts";
import { boundaryArea } from "../../../plots/plane/boundaryPlot.ts";
import { letterScale } from "../../../plots/frame.ts";
import { labelPlaces } from "../../../plots/plane/lineLabels.ts";
import type { PlaneWords } from "../../../plots/plane.ts";
import { zeroLines } from "../../../plots/zeroLines.ts";
import { isZero } from "./noLine.ts";
import type { BoundaryProps } from "../model/view.ts";
import "./lineLabels.css";

interface LineLabelsProps {
  readonly words: PlaneWords;
  readonly view: NonNullable<BoundaryProps["view"]>;
  readonly width: number;
  readonly height: number;
}

export function LineLabels({ words, view, width, height }: LineLabelsProps) {
  const stable = useDebouncedView(useMemo(() => ({ view }), [view])).view;
  const em = letterScale();
  const { left, right, top, bottom } = boundaryArea(words, { width, height, em });
  const places = useMemo(() => {
    const [{ count: nx }, { count: ny }] = stable.axes as [GridAxis, GridAxis];
    const { released, original } = stable;
    const families = original && !isZero(original) ? [released, original] : [released];
    return labelPlaces(
      families.map((values) => zeroLines(values, nx, ny, 2)),
      [nx, ny],
      (em * nameWidth) / width,
    );
  }, [stable, width, em]);
  if (bottom - top < em * leastHeight) return null;
  return (
    <div className="line-labels" style={{ left, top, width: right - left, height: bottom - top }} aria-hidden="true">
      {places.map(
        (place, k) =>
          place && (
            <span
              key={names[k]}
              className={`label-${names[k]!}`}
              data-side={place.side}
              style={{ left: `${100 * place.x}%`, bottom: `${100 * place.y}%` }}
            >
              {names[k]}
            </span>
          ),
      )}
    </div>
  );
}

const nameWidth = 96;
/** In lower planes names would hide too much. */
const leastHeight = 110;
const names = ["private", "original"];
