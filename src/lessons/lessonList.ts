import type { LessonEntry } from "./lesson.ts";

/** The lessons, in their order; the build puts them in (scripts/lessons.mjs). */
export const lessons: readonly LessonEntry[] = [];
