import { useLayoutEffect, useState } from "react";
import { createStore } from "zustand/vanilla";
import { useThrottled } from "../hooks/useThrottled.ts";

export function Readout({ text }: { readonly text: string }) {
  const [store] = useState(() => createStore<{ readonly text: string }>()(() => ({ text })));
  useLayoutEffect(() => store.setState({ text }), [store, text]);
  return (
    <p className="readout" aria-live="polite">
      {useThrottled(store).text}
    </p>
  );
}
