import type { LessonEntry } from "./lesson.ts";

/** In order; the build puts them in (scripts/lessons.mjs). */
export const lessons: readonly LessonEntry[] = [];
