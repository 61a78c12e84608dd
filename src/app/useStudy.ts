import { useEffect, useState } from "react";
import type { Study } from "../panels/study/study.ts";
import type { StudyId } from "./studies.ts";

export interface OpenedStudy {
  readonly id: StudyId;
  readonly study: Study;
}

/** The earlier study stays while one loads, or none is wanted. `retry` is present after a failure. */
export function useStudy(
  id: StudyId | undefined,
  openStudy: (id: StudyId) => Promise<Study>,
  first: OpenedStudy | undefined,
): { readonly opened: OpenedStudy | undefined; readonly retry?: () => void } {
  const [loaded, setLoaded] = useState<{ readonly id: StudyId; readonly study: Study | undefined } | undefined>(first);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (id === undefined) return;
    let wanted = true;
    const take = (study: Study | undefined) => {
      if (wanted) setLoaded((before) => (study && before?.study === study ? before : { id, study }));
    };
    openStudy(id).then(take, () => take(undefined));
    return () => {
      wanted = false;
    };
  }, [id, openStudy, tries]);
  if (loaded?.study) return { opened: { id: loaded.id, study: loaded.study } };
  return { opened: undefined, ...(loaded && { retry: () => setTries((before) => before + 1) }) };
}
