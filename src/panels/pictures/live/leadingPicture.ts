import type { Lease } from "../../../state/lease.ts";

/** The newest picture that was drawn before React had it, whose values are held meanwhile. */
interface LeadingPicture<P> {
  /** Empty where React has the newest. */
  readonly current: { readonly picture: P } | undefined;
  /**
   * Draws a picture and holds its lease in place of that of the one before; of what is not drawn nothing is held.
   *
   * @returns whether it was drawn
   */
  readonly move: (picture: P, lease: Lease, draw: (picture: P) => boolean) => boolean;
  /** React has a picture as new as it, and holds what it shows itself. */
  readonly caughtUp: () => void;
}

export function leadingPicture<P>(): LeadingPicture<P> {
  let newest: { readonly picture: P; readonly letGo: () => void } | undefined;
  return {
    get current() {
      return newest;
    },
    move: (picture, lease, draw) => {
      if (!draw(picture)) return false;
      const before = newest;
      newest = { picture, letGo: lease.hold() };
      before?.letGo();
      return true;
    },
    caughtUp: () => {
      newest?.letGo();
      newest = undefined;
    },
  };
}
