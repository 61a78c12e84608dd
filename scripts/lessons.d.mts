import type { Plugin } from "vite";
import type { Lesson } from "../src/lessons/lesson.ts";

export declare class LessonError extends Error {}
export declare function lessons(): Plugin;
export declare function lessonIds(): readonly string[];
export declare function compileLesson(id: string, text: string): Lesson;
