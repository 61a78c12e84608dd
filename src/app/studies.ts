import type { Study, StudyContext } from "../panels/study.ts";

/** The studies, in the order of the masthead; each is loaded when it is first shown. The first is the start page. */
export const studies = [
  {
    id: "density",
    title: "Density",
    create: async (context: StudyContext): Promise<Study> =>
      (await import("../studies/density/study.tsx")).createDensityStudy(context),
  },
  {
    id: "boundary",
    title: "Boundary",
    create: async (context: StudyContext): Promise<Study> =>
      (await import("../studies/boundary/study.tsx")).createBoundaryStudy(context),
  },
  {
    id: "meanCurve",
    title: "Mean curve",
    create: async (context: StudyContext): Promise<Study> =>
      (await import("../studies/meanCurve/study.tsx")).createMeanCurveStudy(context),
  },
] as const;

export type StudyId = (typeof studies)[number]["id"];

export const studyIds = studies.map(({ id }) => id) as [StudyId, ...StudyId[]];
