import { memoryAddress, type AddressBar } from "../state/addressBar.ts";
import { isStudy, studyOf } from "../state/scenario/linkCodec.ts";
import type { Study } from "../panels/study/study.ts";

/** Studies at links of steps, which the address bar does not follow. */
export type LessonStudies = (link: string) => Promise<Study>;

/** @throws {Error} if the link names no study */
export function createLessonStudies<Id extends string>(
  ids: readonly Id[],
  create: (id: Id, address: AddressBar) => Promise<Study>,
): LessonStudies {
  const opened = new Map<Id, { readonly go: (link: string) => void; readonly study: Promise<Study> }>();
  return (link) => {
    const id = ids.find((known) => isStudy(studyOf(link), known));
    if (id === undefined) throw new Error(`No study is meant by ${link}`);
    const known = opened.get(id);
    if (known) {
      known.go(link);
      return known.study;
    }
    const address = memoryAddress(link);
    const study = create(id, address);
    opened.set(id, { go: address.go, study });
    study.catch(() => opened.delete(id));
    return study;
  };
}
