import type { ReleaseFile } from "../../core/release/file/releaseFile.ts";
import type { StudySection } from "../shared/StudySections.tsx";

export const populationTitle = "The population: noise, and the chance of the records";

export interface ReleaseLook {
  /** The sign of a function of two axes matters. */
  readonly boundary?: true;
  /** Positive values may be normalised; the area under a group's curve is its share. */
  readonly density?: true;
  /** The first axis counts columns, the second rows. */
  readonly table?: true;
  readonly sections?: readonly StudySection<{ readonly file: ReleaseFile }>[];
}
