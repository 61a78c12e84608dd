import type { BoundaryPicture } from "../plane/boundaryPicture.ts";
import type { CurvePicture } from "../curvePicture.ts";

/** Picture of one of several groups; all of them have the same axes. */
export interface PictureOfGroup<P> {
  readonly title: string;
  readonly picture: P;
}

export type GroupPicture = PictureOfGroup<CurvePicture>;

export type GroupPlane = PictureOfGroup<BoundaryPicture>;
