import type { StudyContract } from "../core/release/contract.ts";
import type { createStudy } from "../panels/screen/createStudy.tsx";
import type { CommonFacts, Study, StudyContext, StudyDefinition } from "../panels/study/study.ts";
import { declareStudies } from "../state/knownStudies.ts";
import type { CommonScenario } from "../state/scenario/sharedFields.ts";

/** Masthead order; the first is the start page. */
export const studies = [
  listed("density", "Density", () => import("../studies/density/definition.ts")),
  listed("boundary", "Boundary", () => import("../studies/boundary/definition.ts")),
  listed("meanCurve", "Mean curve", () => import("../studies/meanCurve/definition.ts")),
  listed("fabrication", "Fabricated table", () => import("../studies/fabrication/definition.ts")),
] as const;

export type StudyId = (typeof studies)[number]["id"];

export const studyIds = studies.map(({ id }) => id) as [StudyId, ...StudyId[]];

declareStudies(studyIds);

export const lessonsId = "lessons";

export type EntryId = StudyId | typeof lessonsId;

export const entryIds = [...studyIds, lessonsId] as [EntryId, ...EntryId[]];

/** Pictures that make a study's point at once, for addresses that name only the study. */
export const openings = {
  // Noise that shows, and both peaks.
  density: "#/density?data=sleep&epsilon=0.2",
  // 150 real flowers: the private line differs, and a flip is felt.
  boundary: "#/boundary?data=iris&epsilon=1",
  // Three arms that differ, and no impossible value.
  meanCurve: "#/meanCurve?data=trial-arms",
  // The fabricated table beside the noisy one.
  fabrication: "#/fabrication?data=moons&layers=noisy,fabricated",
} satisfies Record<StudyId, string>;

function listed<Id extends string, S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T>(
  id: Id,
  title: string,
  load: () => Promise<{ readonly study: StudyDefinition<S, C, M, F, I, T> }>,
) {
  const create = async (make: typeof createStudy, context: StudyContext): Promise<Study> =>
    make((await load()).study, context);
  return { id, title, load, create };
}
