import { boundNumber } from "../../../panels/controls/boundNumber.ts";
import { ChoiceControl } from "../../../panels/controls/ChoiceControl.tsx";
import { SliderControl } from "../../../panels/controls/SliderControl.tsx";
import { BernsteinControls, bernsteinChoices, bernsteinExplanation } from "./BernsteinControls.tsx";
import { isBernstein } from "../model/bernsteinScenario.ts";
import { densityLimits } from "../model/scenario.ts";
import type { DensityScenario } from "../model/scenario.ts";
import { relativeRateWords } from "../model/sliderWords.ts";
import type { DensityProps } from "../model/view.ts";

export function NoiseControls({ scenario, view, problems, set }: DensityProps) {
  const number = boundNumber({ scenario, problems, set });
  const { route, bump, relativeRate } = scenario;
  return (
    <>
      <ChoiceControl
        label="Noise"
        explanation={
          isBernstein(route)
            ? bernsteinExplanation(route)
            : route === "gaussian"
              ? "A Gaussian process whose covariance is the bump itself, and as smooth as it is. Its kernel’s function space (RKHS) holds every difference that one record can make (Hall 2013, section 4.1)."
              : "A rough process from the Sobolev space H¹, the functions whose slope is square-integrable; it fits any smooth function and costs more (section 4.2)."
        }
        value={route}
        choices={[
          { value: "gaussian", label: "As smooth as the bumps (4.1)" },
          { value: "sobolev", label: "Sobolev H¹ (4.2)" },
          ...bernsteinChoices,
        ]}
        problem={problems.get("route")}
        onChange={(value) => set({ route: value }, { commit: true })}
      />
      {route === "gaussian" && (
        <ChoiceControl
          label="Bump"
          explanation={bumpWords[bump]}
          value={bump}
          choices={[
            { value: "gaussian", label: "Gaussian" },
            { value: "matern52", label: "Matérn 5/2" },
            { value: "matern32", label: "Matérn 3/2" },
            { value: "exponential", label: "Exponential" },
            { value: "triangular", label: "Triangular" },
            { value: "epanechnikov", label: "Epanechnikov" },
          ]}
          problem={problems.get("bump")}
          onChange={(value) => set({ bump: value }, { commit: true })}
        />
      )}
      {isBernstein(route) && <BernsteinControls scenario={scenario} view={view} problems={problems} set={set} />}
      {route === "sobolev" && (
        <SliderControl
          label="Rate of the noise kernel"
          symbol="γh"
          explanation="How fast the noise forgets, in units of one over the bandwidth; 1 is Hall’s choice."
          {...number("relativeRate", densityLimits.relativeRate)}
          scale="log"
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
