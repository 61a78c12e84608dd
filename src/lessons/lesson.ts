/** Text of a lesson: paragraphs and lists, as scripts/lessons.mjs compiles them. */
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
      readonly right: number;
      readonly within: number;
    };

export interface Step {
  readonly title: string;
  /** The link of a scenario. */
  readonly link: string;
  /** Fields whose controls are free once the guess is given. */
  readonly controls: readonly string[];
  /** Whether the picture itself would give the answer away. */
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

/** Index of an option, or a number. */
export type Guess = number;

export function isRight(ask: Ask, guess: Guess): boolean {
  return ask.kind === "choice" ? ask.options[guess]?.right === true : Math.abs(guess - ask.right) <= ask.within;
}
