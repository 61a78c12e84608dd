import type { Selection } from "d3";
import { digitsText } from "../../core/numberFormats.ts";
import type { CurvePicture } from "../curvePicture.ts";
import type { PlotArea } from "./curveArea.ts";

const fadeHeight = 24;

/**
 * Fades a private curve out beyond the ends of its axis, and tells its extent.
 *
 * @param root the element that holds the plot
 * @returns draws it for a picture
 */
export function createOverflow(
  root: Selection<HTMLDivElement, unknown, null, undefined>,
): (picture: CurvePicture, area: PlotArea) => void {
  const [top, bottom] = ["top", "bottom"].map((end) =>
    root.append("div").attr("class", `overflow ${end}`).attr("aria-hidden", "true").style("visibility", "hidden"),
  );
  const words = [top!, bottom!].map((end) => end.append("span"));
  return (picture, area) => {
    const { above, below } = offScale(picture);
    const show = (end: 0 | 1, reach: Reach | undefined) => {
      const fade = end === 0 ? top! : bottom!;
      fade.style("visibility", reach ? "visible" : "hidden");
      if (!reach) return;
      fade
        .style("left", `${area.left + 1}px`)
        .style("width", `${area.right - area.left - 1}px`)
        .style("top", `${end === 0 ? area.top : area.bottom - fadeHeight}px`)
        .style("height", `${fadeHeight}px`);
      const x = Math.min(area.right - 56, Math.max(area.left + 56, area.x(reach.x)));
      words[end]!.style("left", `${x - area.left}px`).text(
        reach.times > 1 ? `off scale × ${timesText(reach.times)}` : "",
      );
    };
    show(0, above);
    show(1, below);
  };
}

interface Reach {
  readonly x: number;
  /** In the axis's longer arms from zero, or from the middle of an axis without zero. */
  readonly times: number;
}

export function offScale({ x, release, domain }: Pick<CurvePicture, "x" | "release" | "domain">): {
  readonly above: Reach | undefined;
  readonly below: Reach | undefined;
} {
  const [low, high] = domain.y;
  let [least, most] = [0, 0];
  for (let i = 1; i < release.length; i++) {
    if (release[i]! > release[most]!) most = i;
    if (release[i]! < release[least]!) least = i;
  }
  const base = low <= 0 && high > 0 ? 0 : (low + high) / 2;
  const arm = Math.max(high - base, base - low);
  const reach = (i: number): Reach => ({ x: x[i]!, times: Math.abs(release[i]! - base) / arm });
  return {
    above: release[most]! > high ? reach(most) : undefined,
    below: release[least]! < low ? reach(least) : undefined,
  };
}

function timesText(times: number): string {
  return times < 9.95 ? digitsText(times, 2) : String(Math.round(times));
}
