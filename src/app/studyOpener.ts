/** Opens each study once. A failed load is repeated at once, then with each call. */
export function createStudyOpener<Id, Study>(load: (id: Id) => Promise<Study>): (id: Id) => Promise<Study> {
  const opened = new Map<Id, Promise<Study>>();
  return (id) => {
    const known = opened.get(id);
    if (known) return known;
    const study = load(id).catch(() => load(id));
    opened.set(id, study);
    study.catch(() => opened.delete(id));
    return study;
  };
}
