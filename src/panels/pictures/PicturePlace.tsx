import { useRef } from "react";
import { useWidth } from "../hooks/useWidth.ts";
import { usePictureHeight } from "./usePictureHeight.ts";
import { Readout } from "./Readout.tsx";

/** A place as large as the picture, so that little moves. */
export function PicturePlace() {
  const host = useRef<HTMLDivElement>(null);
  const height = usePictureHeight(host, useWidth(host));
  return (
    <>
      <div ref={host} className="plot" style={{ height }} />
      <Readout text="" />
    </>
  );
}
