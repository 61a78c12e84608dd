import { useState } from "react";

/** The same object while its properties stay. */
export function useShallowly<T extends object>(value: T): T {
  const [kept, setKept] = useState(value);
  const isSame = (Object.keys(value) as (keyof T)[]).every((part) => value[part] === kept[part]);
  if (!isSame) setKept(value);
  return isSame ? kept : value;
}
