import { goesWith } from "../../../core/combinations.ts";
import { densityCombinations } from "../../../core/density/densityCombinations.ts";
import { outsideText } from "../../../panels/data/columnWords.ts";
import { boundControls } from "../../../panels/controls/boundControls.ts";
import { DomainControl } from "../../../panels/controls/declared/DomainControl.tsx";
import { SliderControl } from "../../../panels/controls/SliderControl.tsx";
import { askedOptions } from "../model/options.ts";
import { bandwidthWithin } from "../model/columnChange.ts";
import { smoothedDomain } from "../model/bandwidthRange.ts";
import { densityFields } from "../model/fields.ts";
import { bandwidthWords, correlationWords } from "../model/sliderWords.ts";
import type { DensityProps } from "../model/view.ts";

export function DomainControls({ scenario, view, problems, set }: DensityProps) {
  const bound = boundControls(densityFields, { scenario, problems, set });
  const { x, y, domainX, domainY, hy, correlation } = scenario;
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
            {...bound.slider("hy")}
            label={`Bandwidth along ${y}`}
            explanation="Width of the bump along the second column."
            valueText={bandwidthWords({ h: hy, domain: domainY, axis: y })}
          />
          <SliderControl
            {...bound.slider("correlation")}
            explanation="Tilts the bump: H has the entries h₁², r h₁h₂, h₂²."
            valueText={correlationWords(correlation)}
            disabled={!goesWith(densityCombinations, "correlation", askedOptions(scenario))}
          />
        </>
      )}
    </>
  );
}
