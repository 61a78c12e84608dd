import { scaleLinear } from "d3";
import { useMemo, useRef } from "react";
import { countText, numberText, percentText, pixelText } from "../../../core/numberFormats.ts";
import { useAnswer } from "../../../panels/hooks/useAnswer.ts";
import { useWidth } from "../../../panels/hooks/useWidth.ts";
import { largestGap, middleOf, sharesBelow } from "../digits/distances.ts";
import type { FabricationProps } from "../model/view.ts";
import { axisTicks } from "../../../plots/axisTicks.ts";
import "../digits/tables.css";
import "./membership.css";

const height = 260;
const margin = { left: 44, right: 12, top: 12, bottom: 40 };

export function Section({ view, recordsId, client }: FabricationProps) {
  const host = useRef<HTMLDivElement>(null);
  const width = useWidth(host);
  const { memberDistances, testDistances } = view?.inside ?? {};
  const question = useMemo(
    () => (memberDistances && testDistances?.length ? { members: memberDistances, others: testDistances } : undefined),
    [memberDistances, testDistances],
  );
  const { answer, failure, isCurrent } = useAnswer(
    recordsId === undefined ? undefined : question,
    (distances, signal) => client.run("membership", recordsId!, distances, { signal }),
  );
  if (!memberDistances || !testDistances) return null;
  const score = isCurrent ? answer!.value : question && !failure ? undefined : NaN;
  const gap = largestGap(memberDistances, testDistances);
  const middle = middleOf(Float64Array.from([...memberDistances, ...testDistances]));
  const upper = [...memberDistances, ...testDistances].reduce((a, d) => (d < Infinity ? Math.max(a, d) : a), 0) || 1;
  const area = { left: margin.left, right: Math.max(margin.left + 1, Math.min(width, 640) - margin.right) };
  const x = (d: number) => area.left + (d / upper) * (area.right - area.left);
  const y = (share: number) => margin.top + (1 - share) * (height - margin.top - margin.bottom);
  const path = (values: Float64Array) => {
    const shares = sharesBelow(values);
    return `M${x(0)},${y(0)}${shares.map(({ at, share }) => `H${pixelText(x(at))}V${pixelText(y(share))}`).join("")}H${x(upper)}`;
  };
  return (
    <>
      <p>
        Were the machines nearer to their own records than to others like them, one could tell who is in the table. Here
        the machines were made of {countText(memberDistances.length)} noisy records; {countText(testDistances.length)}{" "}
        were kept apart.
      </p>
      <div ref={host} role="img" aria-label="Share of records within a distance of the nearest machine">
        <svg className="distances" width={Math.min(width, 640)} height={height} aria-hidden="true">
          {[0, 0.5, 1].map((share) => (
            <g key={share}>
              <line className="rule" x1={area.left} x2={area.right} y1={y(share)} y2={y(share)} />
              <text x={area.left - 6} y={y(share) + 4} textAnchor="end">
                {100 * share} %
              </text>
            </g>
          ))}
          {axisTicks(scaleLinear([0, upper], [0, 1]), 5).values.map((d) => (
            <text key={d} x={x(d)} y={height - 22} textAnchor="middle">
              {numberText(d)}
            </text>
          ))}
          <text x={area.right} y={height - 4} textAnchor="end">
            distance from the nearest machine, in ranges
          </text>
          <path className="kept" d={path(testDistances)} />
          <path className="members" d={path(memberDistances)} />
          {/* Labels stand where no curve is: shares rise to 100 %. */}
          <text className="members" x={area.right - 8} y={y(0.22)} textAnchor="end">
            ━ in the table
          </text>
          <text className="kept" x={area.right - 8} y={y(0.1)} textAnchor="end">
            ┅ kept apart
          </text>
        </svg>
      </div>
      <p>
        Whoever guesses membership by this distance alone is right in at most {percentText(0.5 + gap / 2)} of the cases.
        A coin is right in 50 %. {chanceSentence(gap, memberDistances.length, testDistances.length)} The paper’s score,
        the squared distance between the two densities by least squares, is 0 where both have one law. Here it is{" "}
        {score === undefined
          ? "still being computed"
          : Number.isNaN(score)
            ? "not defined"
            : `${numberText(score)} per unit of distance, or ${numberText(score * middle)} where the middle distance counts as 1`}
        .
      </p>
      <p className="explanation">
        Both are made of the records’ own distances, so they are for you alone and not for release. A small score is no
        guarantee: it is about one attack.
      </p>
    </>
  );
}

/** In 95 of 100 cases, times √(1/n + 1/m). */
const chance = 1.358;

/** Scores at ε = 0.5 and 50 then look alike. */
export function chanceSentence(gap: number, members: number, others: number): string {
  const most = chance * Math.sqrt(1 / members + 1 / others);
  return gap <= most
    ? `So few records reach ${percentText(0.5 + most / 2)} by chance, so neither this number nor the score tells a strong ε from a weak one here.`
    : `By chance so few records would reach ${percentText(0.5 + most / 2)} at most, in 95 of 100 cases.`;
}
