import { useRef } from "react";
import { useWidth } from "../hooks/useWidth.ts";
import { usePictureHeight } from "./usePictureHeight.ts";
import { Readout } from "./Readout.tsx";

/** The room of a picture that is still to come, so that little moves when it does. */
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
