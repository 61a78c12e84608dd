import { createCurvePlot, type CurvePlot } from "./curvePlot.ts";
import type { CurvePicture } from "../curvePicture.ts";
import type { Extent, Frame } from "../frame.ts";
import { between, lookOf, sameKind, type CurveLook } from "./glide.ts";

/** `held` follows a drag at once and keeps the vertical axis; `jump` is for reduced motion. */
type Motion = "held" | "glide" | "jump";

interface GlidingCurvePlot extends Omit<CurvePlot, "update"> {
  update(picture: CurvePicture, frame: Frame, motion: Motion): void;
}

const glideMilliseconds = 300;

export function createGlidingCurvePlot(host: HTMLElement): GlidingCurvePlot {
  const plot = createCurvePlot(host);
  let last: CurvePicture | undefined;
  let look: CurveLook | undefined;
  let heldExtent: Extent | undefined;
  let drawnIn: Frame | undefined;
  let frameRequest: number | undefined;

  const draw = (picture: CurvePicture, frame: Frame, moving = false) => {
    plot.update(picture, frame, moving);
    look = lookOf(picture);
  };
  const stop = () => {
    if (frameRequest !== undefined) cancelAnimationFrame(frameRequest);
    frameRequest = undefined;
  };
  const glide = (from: CurveLook, to: CurvePicture, frame: Frame) => {
    let start: number | undefined;
    const step = (now: number) => {
      start ??= now;
      const t = Math.min(1, (now - start) / glideMilliseconds);
      frameRequest = t < 1 ? requestAnimationFrame(step) : undefined;
      draw(t < 1 ? between(from, to, eased(t)) : to, frame);
    };
    frameRequest = requestAnimationFrame(step);
  };

  return {
    ...plot,
    update: (picture, frame, motion) => {
      const before = last;
      const comparable = before !== undefined && look !== undefined && sameKind(before, picture);
      const isResized = drawnIn?.width !== frame.width || drawnIn.height !== frame.height;
      drawnIn = frame;
      last = picture;
      stop();
      if (motion === "held" && comparable) {
        heldExtent ??= look!.extent;
        draw({ ...picture, domain: { x: picture.domain.x, y: heldExtent } }, frame, true);
        return;
      }
      heldExtent = undefined;
      // Marks over the plane read its place at once, so another size does not glide.
      if (motion === "glide" && comparable && !isResized && differs(look!, picture)) glide(look!, picture, frame);
      else draw(picture, frame);
    },
    destroy: () => {
      stop();
      plot.destroy();
    },
  };
}

function eased(t: number): number {
  return t * t * (3 - 2 * t);
}

function differs(look: CurveLook, { release, domain, bands }: CurvePicture): boolean {
  return (
    String(look.extent) !== String(domain.y) ||
    bands.some(({ halfWidth }, i) => look.halfWidths[i] !== halfWidth) ||
    release.some((value, i) => look.release[i] !== value)
  );
}
