import { memo, useCallback, useState } from "react";
import type { ComponentType } from "react";
import { NotLoaded, useLoaded } from "./Later.tsx";
import "./guaranteePanel.css";
import "./studySections.css";

/**
 * What else can be done from a study's screen, folded below its picture. Each has a file of its own, which is loaded
 * when it is first opened.
 */
export interface StudySection<P> {
  readonly id: string;
  readonly title: string;
  /** Sections that show what only the data owner sees are absent outside. */
  readonly inside?: boolean;
  /** Whether it has anything to say of what is shown; it does if absent. */
  readonly applies?: (props: P) => boolean;
  readonly load: () => Promise<{ readonly Section: ComponentType<P> }>;
}

interface SectionsProps<P> {
  readonly sections: readonly StudySection<P>[];
  readonly inside: boolean;
  /** What a section is given: those of a study that rests. */
  readonly props: P;
}

/** The sections of a study that have something to say of what is shown. */
export function StudySections<P extends object>({ sections, inside, props }: SectionsProps<P>) {
  const shown = sections.filter((section) => (inside || !section.inside) && (section.applies?.(props) ?? true));
  return shown.map((section) => <Folded key={section.id} section={section} props={props} />);
}

function Folded<P extends object>({ section, props }: { readonly section: StudySection<P>; readonly props: P }) {
  const { id, title, load } = section;
  const [open, setOpen] = useState(false);
  const loadSection = useCallback(async () => memo((await load()).Section) as unknown as ComponentType<P>, [load]);
  const { loaded: Loaded, failed, again } = useLoaded(loadSection, open);

  return (
    <details
      className="guarantee"
      data-testid={`section-${id}`}
      aria-busy={open && !Loaded && !failed}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>{title}</summary>
      {failed && <NotLoaded again={again} />}
      {open && !failed && (Loaded ? <Loaded {...props} /> : <p className="explanation">Loading …</p>)}
    </details>
  );
}
