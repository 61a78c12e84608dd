import { outsideText } from "../../../panels/data/columnWords.ts";
import { boundNumber } from "../../../panels/controls/boundNumber.ts";
import { DomainControl } from "../../../panels/controls/DomainControl.tsx";
import { SliderControl } from "../../../panels/controls/SliderControl.tsx";
import { bandwidthWithin } from "../model/columnChange.ts";
import { bandwidthLimits, densityLimits, smoothedDomain } from "../model/scenario.ts";
import { bandwidthWords, correlationWords } from "../model/sliderWords.ts";
import type { DensityProps } from "../model/view.ts";

export function DomainControls({ scenario, view, problems, set }: DensityProps) {
  const number = boundNumber({ scenario, problems, set });
  const { x, y, domainX, domainY, hy, correlation, further, route, bump } = scenario;
  const plane = y !== "";
  return (
    <>
      <DomainControl
        label={plane ? `Domain of ${x}` : "Domain"}
        value={domainX}
        clamped={outsideText(view?.inside?.clampedCount, view?.facts.recordCount)}
        unit={scenario.unitX}
        problem={problems.get("domainX") ?? problems.get("domain")}
        onChange={(domain) =>
          set(
            {
              domainX: domain,
              ...bandwidthWithin(
                "h",
                scenario.h,
                smoothedDomain(scenario),
                smoothedDomain({ ...scenario, domainX: domain }),
              ),
            },
            { commit: true },
          )
        }
      />
      {plane && (
        <>
          <DomainControl
            label={`Domain of ${y}`}
            value={domainY}
            clamped={undefined}
            problem={problems.get("domainY")}
            onChange={(domain) =>
              set({ domainY: domain, ...bandwidthWithin("hy", hy, domainY, domain) }, { commit: true })
            }
          />
          <SliderControl
            label={`Bandwidth along ${y}`}
            symbol="h₂"
            explanation="Width of the bump along the second column."
            {...number("hy", bandwidthLimits(domainY))}
            scale="log"
            valueText={bandwidthWords({ h: hy, domain: domainY, axis: y })}
          />
          <SliderControl
            label="Correlation of the bump"
            symbol="r"
            explanation="Tilts the bump: H has the entries h₁², r h₁h₂, h₂²."
            {...number("correlation", densityLimits.correlation)}
            scale="linear"
            valueText={correlationWords(correlation)}
            disabled={route === "sobolev" || (route === "gaussian" && bump !== "gaussian") || further.length > 0}
          />
        </>
      )}
    </>
  );
}
