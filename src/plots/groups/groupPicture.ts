import type { BoundaryPicture } from "../plane/boundaryPicture.ts";
import type { CurvePicture } from "../curvePicture.ts";

/** All groups have the same axes. */
export interface PictureOfGroup<P> {
  readonly title: string;
  readonly picture: P;
}

export type GroupPicture = PictureOfGroup<CurvePicture>;

export type GroupPlane = PictureOfGroup<BoundaryPicture>;
