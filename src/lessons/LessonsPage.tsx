import { useEffect, useState, type ComponentType } from "react";
import { useStore } from "zustand";
import type { StoreApi } from "zustand/vanilla";
import { useLoaded, NotLoaded } from "../panels/shared/Later.tsx";
import type { ScreenProps, Study } from "../panels/study/study.ts";
import type { AddressBar } from "../state/addressBar.ts";
import { guessText, type Ask, type LessonEntry } from "./lesson.ts";
import { lessons } from "./lessonList.ts";
import { LessonScreen } from "./LessonScreen.tsx";
import { createLessonStudies, type LessonStudies } from "./lessonStudies.ts";
import { LessonText, plainWords } from "./LessonText.tsx";
import { createProgress, type Progress } from "./progress.ts";
import { lessonAt, lessonLink, notesLink } from "./lessonLink.ts";
import "./lessons.css";

interface LessonsPageProps extends ScreenProps {
  readonly address: AddressBar;
  readonly studies: LessonStudies;
  readonly progress: StoreApi<Progress>;
}

export function createLessonsPage<Id extends string>(
  address: AddressBar,
  ids: readonly Id[],
  create: (id: Id, address: AddressBar) => Promise<Study>,
  storage: Storage | undefined,
): ComponentType<ScreenProps> {
  const parts = { address, studies: createLessonStudies(ids, create), progress: createProgress(storage) };
  return (screen) => <LessonsPage {...parts} {...screen} />;
}

function LessonsPage({ address, studies, progress, ...screen }: LessonsPageProps) {
  const [hash, setHash] = useState(address.getHash);
  useEffect(() => address.subscribe(() => setHash(address.getHash())), [address]);
  const place = lessonAt(hash);
  const go = (link: string) => {
    address.push(link);
    setHash(link);
  };
  const entry = lessons.find(({ id }) => id === place.lesson);
  if (!entry) return <LessonList unknown={place.lesson} progress={progress} onOpen={go} />;
  return <OpenLesson key={entry.id} {...{ entry, place, studies, progress, screen }} onGo={go} />;
}

function LessonList({
  unknown,
  progress,
  onOpen,
}: {
  readonly unknown: string | undefined;
  readonly progress: StoreApi<Progress>;
  readonly onOpen: (link: string) => void;
}) {
  const { guesses, isKept } = useStore(progress);
  return (
    <section className="lessons" aria-labelledby="lessons">
      <h2 id="lessons">Lessons</h2>
      <p className="lead">
        Guess first, then turn the knob yourself. Nothing is sent;{" "}
        {isKept
          ? "your place is kept on this device."
          : "this browser keeps nothing for this page, so a reload forgets your place."}
      </p>
      {unknown !== undefined && <p role="status">There is no lesson of that name here.</p>}
      <ol className="lesson-list">
        {lessons.map(({ id, title, aim, minutes }) => (
          <li key={id}>
            <a
              href={lessonLink(id)}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                event.preventDefault();
                onOpen(lessonLink(id));
              }}
            >
              {title}
            </a>
            <span>
              {`${minutes} minutes${guesses[id] ? ", begun" : ""} · `}
              <a href={notesLink(id)}>for the teacher</a>
            </span>
            <p>{aim}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function OpenLesson({
  entry: { load, id },
  place,
  studies,
  progress,
  screen,
  onGo,
}: {
  readonly entry: LessonEntry;
  readonly place: ReturnType<typeof lessonAt>;
  readonly studies: LessonStudies;
  readonly progress: StoreApi<Progress>;
  readonly screen: ScreenProps;
  readonly onGo: (link: string) => void;
}) {
  const { loaded, failed, again } = useLoaded(load, true);
  const { notes, step } = place;
  const title = loaded?.lesson.title;
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · Curveil`;
  }, [title]);
  if (failed) return <NotLoaded again={again} />;
  if (!loaded) return <p aria-busy="true">Loading …</p>;
  const { lesson } = loaded;
  if (notes)
    return (
      <article className="lessons lesson-notes">
        <h2>{`${lesson.title}: for the teacher`}</h2>
        <p>{`${lesson.minutes} minutes. ${lesson.aim}`}</p>
        <ol>
          {lesson.steps.map(({ title, question, ask, reveal }) => (
            <li key={title}>
              <h3>{title}</h3>
              <LessonText of={question} />
              <p>
                <b>{answerOf(ask)}</b>
              </p>
              <LessonText of={reveal} />
            </li>
          ))}
        </ol>
        <h3>Notes</h3>
        <LessonText of={lesson.notes} />
        <h3>Sources</h3>
        <LessonText of={lesson.sources} />
        <footer className="buttons">
          <button type="button" onClick={() => window.print()}>
            Print
          </button>
          <a href={lessonLink(id)}>To the lesson</a>
        </footer>
      </article>
    );
  return (
    <LessonScreen
      {...screen}
      lesson={lesson}
      step={Math.min(step, lesson.steps.length - 1)}
      studies={studies}
      progress={progress}
      onStep={(next) => onGo(lessonLink(id, next))}
      onEnd={() => onGo(lessonLink())}
    />
  );
}

function answerOf(ask: Ask): string {
  if (ask.kind === "curve") return `They draw ${ask.label}.`;
  if (ask.kind === "choice") return `Right: ${plainWords(ask.options.find(({ right }) => right)!.text)}`;
  return ask.right === undefined ? "An opinion." : `Right: ${guessText(ask.right)} (${ask.label})`;
}
