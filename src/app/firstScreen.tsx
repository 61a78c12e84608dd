import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { StudyLayout } from "../panels/shared/StudyLayout.tsx";
import { PictureFrame, wholeFrame } from "../panels/shared/PictureFrame.tsx";
import { stretchedCurve } from "../plots/curve/stretchedCurve.ts";
import { writtenFirstAnswer } from "../engine/firstAnswer.ts";
import { createHistory } from "../state/scenario/history.ts";
import { createPreferences } from "../state/preferences.ts";
import { restReadout } from "../studies/density/picture/curveReadout.ts";
import { study } from "../studies/density/definition.ts";
import { curvePictureOf } from "../studies/density/picture/pictures.ts";
import type { DensityScenario } from "../studies/density/model/scenario.ts";
import type { DensityProps } from "../studies/density/model/view.ts";
import { studyWorker } from "../../workers/studies/density.ts";
import { answeredAtBuild, nothing } from "./answeredAtBuild.ts";
import { Masthead } from "./Masthead.tsx";
import { openings } from "./studies.ts";

/** Attributes for a living page only. */
const ofLife = / (?:data-testid|aria-live|aria-describedby|aria-labelledby|id|for)="[^"]*"/g;

interface FirstScreen {
  readonly markup: string;
  /** Shown until a link's content is there. */
  readonly skeleton: string;
  /** Addresses of exactly this screen, from "#" on. */
  readonly links: readonly string[];
  readonly answer: string;
}

export function firstScreen(): FirstScreen {
  const { scenarios, session, answer, outline, choice, presented, view } = answeredAtBuild(
    study,
    studyWorker,
    openings.density,
  );
  const { shown } = presented;
  const { scenario, records, parameters, release } = answer;
  const parts = { ...presented, set: nothing, act: {}, theme: "light", reducedMotion: true } as unknown as DensityProps;
  const headed = {
    stagedFields: [],
    scenarios: scenarios as never,
    history: createHistory(scenarios, session as never, nothing),
    share: () => ({ link: "", leavesOut: "nothing" as const }),
    reset: nothing,
  };
  const paged = (kind: string, main: ReactNode) => (
    <div className={`page ${kind}`} inert aria-hidden>
      <Masthead
        id="density"
        study={headed}
        preferences={createPreferences(undefined)}
        onOpen={nothing}
        onProject={nothing}
      />
      <main>{main}</main>
    </div>
  );
  const screen = paged(
    "first",
    <StudyLayout
      label={study.label}
      lead={study.lead(shown, view)}
      tools={<study.screen.Tools {...parts} />}
      picture={
        <PictureFrame what={study.what(shown)} state={wholeFrame}>
          <div className="curve-frame">
            <div className="curve-host">
              <div className="plot" dangerouslySetInnerHTML={{ __html: stretchedCurve(curvePictureOf(shown, view)) }} />
            </div>
            <p className="readout">{restReadout(shown, view, true)}</p>
          </div>
        </PictureFrame>
      }
      sentence={study.sentence(shown, view)}
      below={null}
      sliders={<study.screen.Sliders {...parts} />}
      controls={null}
    />,
  );
  const skeleton = paged(
    "first skeleton",
    <StudyLayout
      label=""
      lead=""
      picture={
        <PictureFrame what="" state={wholeFrame}>
          <div className="curve-host" />
          <p className="picture-status">Loading …</p>
        </PictureFrame>
      }
      sentence=""
      sliders={[1, 2].map((k) => (
        <div key={k} className="skeleton-slider" />
      ))}
    />,
  );
  // Screen readers cannot use the inert screen.
  const words = (
    <div className="visually-hidden" role="main">
      <h1>Curveil</h1>
      <p>The page is starting …</p>
    </div>
  );
  const markupOf = (drawn: ReactNode) =>
    renderToStaticMarkup(
      <>
        {words}
        {drawn}
      </>,
    ).replace(ofLife, (found) => (found === ' id="picture"' ? found : ""));
  return {
    markup: markupOf(screen),
    skeleton: markupOf(skeleton),
    links: linksOf(scenario),
    answer: writtenFirstAnswer({
      study: study.id,
      example: scenario.data,
      outline,
      choice,
      records,
      parameters,
      release,
    }),
  };
}

function linksOf(scenario: DensityScenario): readonly string[] {
  return ["#", "#/", `#/${study.id}`, openings.density, study.links.encode(scenario)];
}
