import { boundControls } from "../../../panels/controls/boundControls.ts";
import { ChoiceControl } from "../../../panels/controls/ChoiceControl.tsx";
import { SliderControl } from "../../../panels/controls/SliderControl.tsx";
import { BernsteinControls, bernsteinExplanation } from "./BernsteinControls.tsx";
import { isBernstein } from "../model/bernsteinScenario.ts";
import { densityFields } from "../model/fields.ts";
import type { DensityScenario } from "../model/scenario.ts";
import { relativeRateWords } from "../model/sliderWords.ts";
import type { DensityProps } from "../model/view.ts";

export function NoiseControls({ scenario, view, problems, set }: DensityProps) {
  const bound = boundControls(densityFields, { scenario, problems, set });
  const { route, bump, relativeRate } = scenario;
  return (
    <>
      <ChoiceControl
        {...bound.choice("route")}
        explanation={
          isBernstein(route)
            ? bernsteinExplanation(route)
            : route === "gaussian"
              ? "A Gaussian process whose covariance is the bump itself, and as smooth as it is. Its kernel’s function space (RKHS) holds every difference that one record can make (Hall 2013, section 4.1)."
              : "A rough process from the Sobolev space H¹, the functions whose slope is square-integrable; it fits any smooth function and costs more (section 4.2)."
        }
      />
      {route === "gaussian" && <ChoiceControl {...bound.choice("bump")} explanation={bumpWords[bump]} />}
      {isBernstein(route) && <BernsteinControls scenario={scenario} view={view} problems={problems} set={set} />}
      {route === "sobolev" && (
        <SliderControl
          {...bound.slider("relativeRate")}
          explanation="How fast the noise forgets, in units of one over the bandwidth; 1 is Hall’s choice."
          valueText={relativeRateWords(relativeRate)}
        />
      )}
    </>
  );
}

const bumpWords: Readonly<Record<DensityScenario["bump"], string>> = {
  gaussian: "Smooth bumps, smooth noise: wiggles of the noise are as wide as peaks, and look like them.",
  matern52: `Bumps that can be bent twice. ${roughness()}`,
  matern32: `Bumps with a rounded tip. ${roughness()}`,
  exponential: `Bumps with a sharp tip. ${roughness()}`,
  triangular: `Bumps like tents, which end: records farther than h away do not count. ${roughness()}`,
  epanechnikov: "The best bump where nobody must be protected.",
};

function roughness(): string {
  return "Roughness costs a rough curve and a higher tip, hence more noise at each point. It buys noise that the eye takes for noise, and a space that also holds kinks.";
}
