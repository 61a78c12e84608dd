import type { ReleaseFile } from "../../core/release/file/releaseFile.ts";

/** How a study draws its releases. */
export interface ReleaseLook {
  /** Where a function of two axes changes its sign is what matters: a boundary. */
  readonly boundary?: true;
  /** It is a density: what is above zero may be divided by its integral, and the area under a group's curve is its share. */
  readonly density?: true;
  /** It is a table: the first axis counts columns, the second rows. */
  readonly table?: true;
}

/** What the sections below a release are given. */
export interface ReleasedProps {
  readonly file: ReleaseFile;
  readonly theme: "light" | "dark";
  readonly reducedMotion: boolean;
}
