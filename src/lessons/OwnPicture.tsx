import { AttackPicture } from "./AttackPicture.tsx";
import { DigitPicture } from "./DigitPicture.tsx";
import type { LessonPicture } from "./lesson.ts";
import { PursePicture } from "./PursePicture.tsx";

interface OwnPictureProps {
  readonly of: LessonPicture;
  readonly isGuessed: boolean;
  readonly theme: "light" | "dark";
}

export function OwnPicture({ of, ...rest }: OwnPictureProps) {
  return (
    <div id="picture" tabIndex={-1}>
      {of.kind === "purse" && <PursePicture of={of} {...rest} />}
      {of.kind === "digit" && <DigitPicture of={of} {...rest} />}
      {of.kind === "attack" && <AttackPicture of={of} {...rest} />}
    </div>
  );
}
