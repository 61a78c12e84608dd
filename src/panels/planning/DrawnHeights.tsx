import { useMemo, type ComponentProps } from "react";
import type { Interval } from "../../core/grids.ts";
import { significant } from "../../core/numberFormats.ts";
import { niceUpper } from "../../plots/niceUpper.ts";
import type { LinePicture } from "../../plots/small/linePlot.ts";
import { LineChart } from "../pictures/LineChart.tsx";
import { NumbersBox } from "./NumbersBox.tsx";

interface DrawnHeightsProps extends Omit<ComponentProps<typeof NumbersBox>, "isInCell"> {
  readonly domain: Interval;
  readonly axis: string;
}

/** Heights at even places of a domain, typed or clicked; a click that does not suit changes nothing. */
export function DrawnHeights({ domain: [lower, upper], axis, ...box }: DrawnHeightsProps) {
  const { numbers, isGood, onChange } = box;
  const step = (upper - lower) / (numbers.length - 1);
  const picture = useMemo((): LinePicture => {
    const points = numbers.map((height, j) => [lower + j * step, height] as const);
    const end = (sign: number) => sign * niceUpper(1.2 * Math.max(0, ...numbers.map((height) => sign * height)));
    return {
      x: { domain: [lower, upper], isLog: false, label: axis },
      y: { domain: [Math.min(...numbers) < 0 ? end(-1) : 0, end(1)], isLog: false, label: "height" },
      series: (["line", "dots"] as const).map((as) => ({ points, role: "original", as })),
      description: "the heights that are declared",
    };
  }, [numbers, lower, upper, step, axis]);
  const put = (x: number, y: number) => {
    const changed = numbers.with(Math.round((x - lower) / step), significant(y, 3));
    if (isGood(changed)) onChange(changed);
  };
  return (
    <>
      <NumbersBox key={numbers.join()} {...box} />
      <LineChart picture={picture} caption="Click to draw." onPick={put} />
    </>
  );
}
