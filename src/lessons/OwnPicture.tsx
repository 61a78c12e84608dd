import { DigitPicture } from "./DigitPicture.tsx";
import type { LessonPicture } from "./lesson.ts";
import { PursePicture } from "./PursePicture.tsx";

interface OwnPictureProps {
  readonly of: LessonPicture;
  readonly isGuessed: boolean;
  readonly theme: "light" | "dark";
}

/** A picture that no study draws. */
export function OwnPicture({ of, ...rest }: OwnPictureProps) {
  return (
    <div id="picture" tabIndex={-1}>
      {of.kind === "purse" ? <PursePicture of={of} {...rest} /> : <DigitPicture of={of} {...rest} />}
    </div>
  );
}
