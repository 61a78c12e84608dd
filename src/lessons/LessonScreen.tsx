import { useCallback, useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import type { StoreApi } from "zustand/vanilla";
import { PictureArea } from "../panels/pictures/pictureArea.ts";
import type { ScreenProps, Study } from "../panels/study/study.ts";
import { unstaged } from "../state/scenario/staging.ts";
import { DrawnCurve, type DrawingPlace } from "./DrawnCurve.tsx";
import type { Guess, Lesson } from "./lesson.ts";
import { OwnPicture } from "./OwnPicture.tsx";
import { LessonQuestion } from "./LessonQuestion.tsx";
import type { LessonStudies } from "./lessonStudies.ts";
import { LessonText } from "./LessonText.tsx";
import type { Progress } from "./progress.ts";

interface LessonScreenProps extends ScreenProps {
  readonly lesson: Lesson;
  readonly step: number;
  readonly studies: LessonStudies;
  readonly progress: StoreApi<Progress>;
  readonly onStep: (step: number) => void;
  readonly onEnd: () => void;
}

/** Controls and sentence come with the guess. */
export function LessonScreen({ lesson, step: at, studies, progress, onStep, onEnd, ...screen }: LessonScreenProps) {
  const isProjected = screen.staging?.isProjected ?? false;
  const step = lesson.steps[at]!;
  const guess = useStore(progress, ({ guesses }) => guesses[lesson.id]?.[at] ?? undefined);
  const isGuessed = guess !== undefined;
  const study = useLessonStudy(studies, isGuessed ? (step.then ?? step.link) : step.link);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [at]);
  useArrowKeys(isProjected, at, lesson.steps.length, onStep);
  const [drawing, setDrawing] = useState<{ readonly at: number; readonly values: readonly number[] }>();
  const drawn = drawing?.at === at ? drawing.values : undefined;
  const [place, onArea] = useDrawingPlace();
  const isDrawn = step.ask.kind === "curve";
  const give = (value: Guess) => progress.getState().guess(lesson.id, at, value);
  const staging = {
    ...unstaged,
    isProjected,
    ...(isGuessed
      ? ({ controls: step.controls, words: "first" } as const)
      : ({ controls: [], words: "none" } as const)),
  };
  const isLast = at === lesson.steps.length - 1;
  return (
    <article className="lesson" data-projected={isProjected} data-guessed={isGuessed}>
      <section className="lesson-card" aria-label="Question">
        <p className="lesson-place">{`${lesson.title} · ${at + 1} of ${lesson.steps.length}`}</p>
        <h2 ref={heading} tabIndex={-1}>
          {step.title}
        </h2>
        <div className="lesson-asked">
          <LessonText of={step.question} />
        </div>
        <LessonQuestion key={at} ask={step.ask} guess={guess} drawn={drawn} onGuess={give} />
      </section>
      <div className="lesson-picture">
        <div className="lesson-study" inert={!isGuessed}>
          {step.picture && <OwnPicture key={at} of={step.picture} isGuessed={isGuessed} theme={screen.theme} />}
          <PictureArea value={isDrawn ? onArea : undefined}>
            {study && step.link !== undefined && (isGuessed || !step.hidesPicture) && (
              // A gliding picture would leave the drawn curve behind.
              <study.Screen {...screen} reducedMotion={screen.reducedMotion || isDrawn} staging={staging} />
            )}
          </PictureArea>
        </div>
        {step.ask.kind === "curve" && place && (
          <DrawnCurve
            place={place}
            label={step.ask.label}
            values={Array.isArray(guess) ? (guess as readonly number[]) : drawn}
            onChange={isGuessed ? undefined : (values) => setDrawing({ at, values })}
          />
        )}
      </div>
      <section className="lesson-after" aria-label="Answer">
        <div aria-live="polite">{isGuessed && <LessonText of={step.reveal} />}</div>
        <div className="buttons">
          {at > 0 && (
            <button type="button" onClick={() => onStep(at - 1)}>
              Back
            </button>
          )}
          {isGuessed && (
            <button type="button" className="filled" onClick={() => (isLast ? onEnd() : onStep(at + 1))}>
              {isLast ? "Finish" : "Next"}
            </button>
          )}
          {isGuessed && isLast && (
            <button
              type="button"
              onClick={() => {
                progress.getState().forget(lesson.id);
                onStep(0);
              }}
            >
              Start again
            </button>
          )}
        </div>
      </section>
    </article>
  );
}

/** Axes of the shown curve within the lesson's picture. */
function useDrawingPlace() {
  const [place, setPlace] = useState<DrawingPlace>();
  const onArea = useCallback<NonNullable<React.ContextType<typeof PictureArea>>>((area, host) => {
    let [left, top] = [0, 0];
    for (
      let part: Element | null = host;
      part instanceof HTMLElement && !part.matches(".lesson-picture");
      part = part.offsetParent
    ) {
      left += part.offsetLeft;
      top += part.offsetTop;
    }
    setPlace({ area, left, top, width: host.clientWidth, height: host.clientHeight });
  }, []);
  return [place, onArea] as const;
}

/** Arrow keys step through the lesson before a class. */
function useArrowKeys(isProjected: boolean, at: number, count: number, onStep: (step: number) => void): void {
  useEffect(() => {
    if (!isProjected) return;
    const onKeyDown = ({ key, target }: KeyboardEvent) => {
      if (target instanceof Element && target.matches("input, select, [role=slider], [role=application]")) return;
      const next = at + (key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0);
      if (next !== at && next >= 0 && next < count) onStep(next);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [isProjected, at, count, onStep]);
}

/** The earlier one stays while it loads. */
function useLessonStudy(studies: LessonStudies, link: string | undefined): Study | undefined {
  const [study, setStudy] = useState<Study>();
  useEffect(() => {
    if (link === undefined) return;
    let isWanted = true;
    studies(link).then(
      (found) => isWanted && setStudy(found),
      () => isWanted && setStudy(undefined),
    );
    return () => {
      isWanted = false;
    };
  }, [studies, link]);
  return study;
}
