import { line, scaleLinear } from "d3";
import { useMemo } from "react";
import type { ReleaseView } from "../../../state/presented/releaseView.ts";

export const cloudSize = 40;

const size = { width: 150, height: 74 };
const inner = { left: 30, right: 147, top: 4, bottom: 60 };

const plane = { x: inner.left, y: inner.top, width: inner.right - inner.left, height: inner.bottom - inner.top };

interface MultiplePlotProps {
  readonly view: ReleaseView | undefined;
  readonly curves: Float64Array | undefined;
  readonly vertical: readonly [number, number];
  readonly label: string;
}

export function MultiplePlot({ view, curves, vertical, label }: MultiplePlotProps) {
  return (
    <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={label}>
      {view && <Drawn view={view} curves={curves} low={vertical[0]} high={vertical[1]} />}
    </svg>
  );
}

interface DrawnProps {
  readonly view: ReleaseView;
  readonly curves: Float64Array | undefined;
  readonly low: number;
  readonly high: number;
}

function Drawn({ view: { axes, released, original }, curves, low, high }: DrawnProps) {
  const { lower, upper } = axes[0]!;
  const m = released.length;
  const x = scaleLinear([lower, upper], [inner.left, inner.right]);
  const y = scaleLinear([low, high], [inner.bottom, inner.top]);
  const cloud = useMemo(() => {
    const heights = scaleLinear([low, high], [inner.bottom, inner.top]).clamp(true);
    const path = pathOf(m, heights);
    const count = Math.min(cloudSize, (curves?.length ?? 0) / m);
    return Array.from({ length: count }, (_, i) => path(Array.from(curves!.subarray(i * m, (i + 1) * m)))).join("");
  }, [curves, m, low, high]);
  const path = pathOf(m, y);
  const inside = (values: Float64Array) => path(Array.from(values)) ?? "";
  return (
    <>
      <g className="multiple-axes">
        <path d={`M${inner.left},${inner.top}V${inner.bottom}H${inner.right}`} />
        {x.ticks(2).map((tick) => (
          <text key={tick} x={x(tick)} y={size.height - 3} textAnchor={tick === upper ? "end" : "middle"}>
            {tick}
          </text>
        ))}
        {y.ticks(3).map((tick) => (
          <text key={tick} x={inner.left - 4} y={y(tick) + 3} textAnchor="end">
            {y.tickFormat(3)(tick)}
          </text>
        ))}
      </g>
      <svg {...plane} viewBox={`${plane.x} ${plane.y} ${plane.width} ${plane.height}`}>
        <path className="multiple-cloud" d={cloud} />
        <path className="multiple-private" d={inside(released)} />
        {original && <path className="multiple-original" d={inside(original)} />}
      </svg>
    </>
  );
}

function pathOf(count: number, y: (value: number) => number) {
  return line<number>(
    (_, i) => inner.left + (i * (inner.right - inner.left)) / (count - 1),
    (value) => y(value),
  ).digits(1);
}
