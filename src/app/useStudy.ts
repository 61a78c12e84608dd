import { useEffect, useState } from "react";
import type { Study } from "../panels/study.ts";
import type { StudyId } from "./studies.ts";

interface Loaded {
  readonly id: StudyId;
  /** undefined if it could not be loaded. */
  readonly study: Study | undefined;
}

/** The study of an id, once it is loaded; the one before it stays meanwhile. `retry` is there if it could not be loaded. */
export function useStudy(
  id: StudyId,
  openStudy: (id: StudyId) => Promise<Study>,
): { readonly opened: { readonly id: StudyId; readonly study: Study } | undefined; readonly retry?: () => void } {
  const [loaded, setLoaded] = useState<Loaded>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let wanted = true;
    const take = (study: Study | undefined) => {
      if (wanted) setLoaded({ id, study });
    };
    openStudy(id).then(take, () => take(undefined));
    return () => {
      wanted = false;
    };
  }, [id, openStudy, tries]);
  if (loaded?.study) return { opened: { id: loaded.id, study: loaded.study } };
  return { opened: undefined, ...(loaded && { retry: () => setTries((before) => before + 1) }) };
}
