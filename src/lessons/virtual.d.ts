declare module "virtual:lessons" {
  export const lessons: readonly import("./lesson.ts").LessonEntry[];
}
