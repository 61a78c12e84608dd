import { useEffect, useState } from "react";

const restMilliseconds = 120;

/** A value once it has rested: what is said of a picture need not follow each frame of a drag. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), restMilliseconds);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
