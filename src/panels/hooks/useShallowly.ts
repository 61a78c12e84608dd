import { useState } from "react";

/** The same object while its properties stay. */
export function useShallowly<T extends object>(value: T): T {
  const [stable, setStable] = useState(value);
  const isSame = (Object.keys(value) as (keyof T)[]).every((part) => value[part] === stable[part]);
  if (!isSame) setStable(value);
  return isSame ? stable : value;
}
