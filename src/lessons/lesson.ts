import { countText, numberText, significant } from "../core/numberFormats.ts";

/** Paragraphs and lists, as scripts/lessons.mjs compiles them. */
export type Inline =
  | string
  | { readonly kind: "em" | "strong" | "code"; readonly text: string }
  | { readonly kind: "link"; readonly href: string; readonly text: string };

export type Block =
  | { readonly kind: "p"; readonly of: readonly Inline[] }
  | { readonly kind: "list"; readonly items: readonly (readonly Inline[])[] };

export type Ask =
  | {
      readonly kind: "choice";
      readonly options: readonly { readonly text: readonly Inline[]; readonly right: boolean }[];
    }
  | {
      readonly kind: "number";
      readonly label: string;
      readonly min: number;
      readonly max: number;
      /** Absent for an opinion. */
      readonly right?: number;
      readonly within?: number;
    }
  | { readonly kind: "curve"; readonly label: string };

/** No study draws it. */
export type LessonPicture =
  | {
      readonly kind: "purse";
      readonly each: number;
      readonly adds: number;
      readonly holds: number;
      readonly spent: number;
      /** With a bar each: they publish without knowing of each other. */
      readonly departments: number;
    }
  | { readonly kind: "digit"; readonly epsilon: number }
  | { readonly kind: "attack"; readonly epsilon: number };

export interface Step {
  readonly title: string;
  /** Before the guess. */
  readonly link?: string;
  /** After the guess, if another. */
  readonly then?: string;
  /** In place of a link. */
  readonly picture?: LessonPicture;
  /** Fields with free controls after the guess. */
  readonly controls: readonly string[];
  /** The picture would give the answer away. */
  readonly hidesPicture: boolean;
  readonly question: readonly Block[];
  readonly ask: Ask;
  readonly reveal: readonly Block[];
}

export interface Lesson {
  readonly id: string;
  readonly title: string;
  readonly aim: string;
  readonly minutes: number;
  readonly steps: readonly Step[];
  readonly notes: readonly Block[];
  readonly sources: readonly Block[];
}

export interface LessonEntry extends Pick<Lesson, "id" | "title" | "aim" | "minutes"> {
  readonly load: () => Promise<{ readonly lesson: Lesson }>;
}

/** Index of an option, a number, or values of a curve at evenly spaced places. */
export type Guess = number | readonly number[];

/** Whole on a wide scale. */
export function roundedGuess({ min, max }: Ask & { readonly kind: "number" }, value: number): number {
  return Number.isInteger(min) && max - min >= 20 ? Math.round(value) : significant(value, 3);
}

export function guessText(value: number): string {
  return Number.isInteger(value) ? countText(value) : numberText(value);
}

/** Undefined where nothing is right or wrong. */
export function isRight(ask: Ask, guess: Guess): boolean | undefined {
  if (typeof guess !== "number" || ask.kind === "curve") return undefined;
  if (ask.kind === "choice") return ask.options[guess]?.right === true;
  return ask.right === undefined ? undefined : Math.abs(guess - ask.right) <= (ask.within ?? 0);
}
