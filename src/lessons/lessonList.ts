import type { LessonEntry } from "./lesson.ts";

/** Lessons in order; the build puts them in (scripts/lessons.mjs). */
export const lessons: readonly LessonEntry[] = [];
