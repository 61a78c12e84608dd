import { useLayoutEffect, useState } from "react";
import { createStore } from "zustand/vanilla";
import { usePaced } from "../hooks/usePaced.ts";

/** The line of numbers under a picture. */
export function Readout({ text }: { readonly text: string }) {
  const [store] = useState(() => createStore<{ readonly text: string }>()(() => ({ text })));
  useLayoutEffect(() => store.setState({ text }), [store, text]);
  return (
    <p className="readout" aria-live="polite">
      {usePaced(store).text}
    </p>
  );
}
