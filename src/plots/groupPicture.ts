import type { CurvePicture } from "./curvePicture.ts";

/** The curve of one of several groups; all of them have the same axes. */
export interface GroupPicture {
  /** The name of the group. */
  readonly title: string;
  readonly picture: CurvePicture;
}
