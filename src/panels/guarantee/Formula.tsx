import { useEffect, useRef, useState } from "react";

export function Formula({ tex }: { readonly tex: string }) {
  const host = useRef<HTMLDivElement>(null);
  const [typeset, setTypeset] = useState<(host: HTMLElement, tex: string) => void>();
  useEffect(() => {
    let wanted = true;
    void import("./typeset.ts").then((module) => {
      if (wanted) setTypeset(() => module.typeset);
    });
    return () => {
      wanted = false;
    };
  }, []);
  useEffect(() => {
    if (host.current && typeset) typeset(host.current, tex);
  }, [typeset, tex]);
  return <div ref={host} />;
}
