import type { BoundaryPicture } from "../plane/boundaryPicture.ts";
import type { CurvePicture } from "../curvePicture.ts";

/** The picture of one of several groups; all of them have the same axes. */
export interface PictureOfGroup<P> {
  /** The name of the group. */
  readonly title: string;
  readonly picture: P;
}

/** The curve of one of several groups. */
export type GroupPicture = PictureOfGroup<CurvePicture>;

/** The plane of one of several groups, with its boundary. */
export type GroupPlane = PictureOfGroup<BoundaryPicture>;
