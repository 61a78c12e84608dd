import { memo, useCallback, useState, type ComponentType } from "react";
import { FailedPart } from "./FailedPart.tsx";
import { NotLoaded, useLoaded } from "./Later.tsx";
import "./guaranteePanel.css";
import "./studySections.css";

export interface StudySection<P> {
  readonly id: string;
  readonly title: string;
  /** Absent outside. */
  readonly inside?: boolean;
  readonly applies?: (props: P) => boolean;
  readonly load: () => Promise<{ readonly Section: ComponentType<P> }>;
}

interface SectionsProps<P> {
  readonly sections: readonly StudySection<P>[];
  readonly inside: boolean;
  readonly props: P;
}

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
      {open &&
        !failed &&
        (Loaded ? (
          <FailedPart what="section">
            <Loaded {...props} />
          </FailedPart>
        ) : (
          <p className="explanation">Loading …</p>
        ))}
    </details>
  );
}
