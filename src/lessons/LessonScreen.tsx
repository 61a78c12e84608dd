import { useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import type { StoreApi } from "zustand/vanilla";
import type { ScreenProps, Study } from "../panels/study/study.ts";
import { unstaged } from "../state/scenario/staging.ts";
import type { Lesson } from "./lesson.ts";
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

/** Before the guess neither picture nor accessibility tree holds the answer: controls and sentence come with it. */
export function LessonScreen({ lesson, step: at, studies, progress, onStep, onEnd, ...screen }: LessonScreenProps) {
  const isProjected = screen.staging?.isProjected ?? false;
  const step = lesson.steps[at]!;
  const guess = useStore(progress, ({ guesses }) => guesses[lesson.id]?.[at] ?? undefined);
  const isGuessed = guess !== undefined;
  const study = useLessonStudy(studies, step.link);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [at]);
  useArrowKeys(isProjected, at, lesson.steps.length, onStep);
  const staging = { ...unstaged, isProjected, controls: isGuessed ? step.controls : [], hidesSentence: !isGuessed };
  const isLast = at === lesson.steps.length - 1;
  return (
    <article className="lesson" data-projected={isProjected}>
      <section className="lesson-card" aria-label="Question">
        <p className="lesson-place">{`${lesson.title} · ${at + 1} of ${lesson.steps.length}`}</p>
        <h2 ref={heading} tabIndex={-1}>
          {step.title}
        </h2>
        <LessonText of={step.question} />
        <LessonQuestion
          key={at}
          ask={step.ask}
          guess={guess}
          onGuess={(value) => progress.getState().guess(lesson.id, at, value)}
        />
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
        </div>
      </section>
      <div className="lesson-study" inert={!isGuessed}>
        {study && (isGuessed || !step.hidesPicture) && <study.Screen {...screen} staging={staging} />}
      </div>
    </article>
  );
}

/** Before a class, the arrow keys step through the lesson. */
function useArrowKeys(isProjected: boolean, at: number, count: number, onStep: (step: number) => void): void {
  useEffect(() => {
    if (!isProjected) return;
    const onKeyDown = ({ key, target }: KeyboardEvent) => {
      if (target instanceof HTMLInputElement) return;
      const next = at + (key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0);
      if (next !== at && next >= 0 && next < count) onStep(next);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [isProjected, at, count, onStep]);
}

/** The study at a link; the one before stays while it loads. */
function useLessonStudy(studies: LessonStudies, link: string): Study | undefined {
  const [study, setStudy] = useState<Study>();
  useEffect(() => {
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
