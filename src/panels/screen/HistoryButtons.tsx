import { useEffect, useLayoutEffect, useRef } from "react";
import { useStore } from "zustand";
import type { History } from "../../state/scenario/history.ts";
import { Segments } from "../controls/Segments.tsx";
import "./history.css";

interface HistoryButtonsProps {
  readonly history: History;
  /** Absent where the history is secret. */
  readonly reset: (() => void) | undefined;
}

export function HistoryButtons({ history, reset }: HistoryButtonsProps) {
  const { canUndo, canRedo, showing } = useStore(history.store);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || writes(event.target)) return;
      const key = event.key.toLowerCase();
      if (key !== "z" && key !== "y") return;
      event.preventDefault();
      if (key === "y" || event.shiftKey) history.redo();
      else history.undo();
    };
    const hold = () => history.hold(true);
    const letGo = () => history.hold(false);
    const listeners = { keydown: onKeyDown, pointerdown: hold, pointerup: letGo, pointercancel: letGo } as const;
    const entries = Object.entries(listeners) as [keyof typeof listeners, (event: Event) => void][];
    // Captured, since some parts stop their events.
    for (const [name, listener] of entries) document.addEventListener(name, listener, true);
    return () => {
      letGo();
      for (const [name, listener] of entries) document.removeEventListener(name, listener, true);
    };
  }, [history]);
  const group = useRef<HTMLDivElement>(null);
  // A button that disappears passes its focus on.
  const follows = useRef(false);
  const isPinned = showing !== undefined;
  useLayoutEffect(() => {
    if (!follows.current) return;
    follows.current = false;
    group.current?.querySelector<HTMLElement>(isPinned ? "[role=radio][aria-checked=true]" : ".pin")?.focus();
  }, [isPinned]);
  const thenFollow = (change: () => void) => () => {
    follows.current = true;
    change();
  };
  return (
    <div className="history" ref={group}>
      <button type="button" disabled={!canUndo} onClick={history.undo} aria-label="Undo" title="Undo (Ctrl+Z)">
        ↶
      </button>
      <button type="button" disabled={!canRedo} onClick={history.redo} aria-label="Redo" title="Redo (Ctrl+Shift+Z)">
        ↷
      </button>
      {reset && (
        <button type="button" onClick={reset} title="Back to what the link that you opened shows; can be undone">
          Reset
        </button>
      )}
      {showing === undefined ? (
        <button
          type="button"
          className="pin"
          onClick={thenFollow(history.pin)}
          title="Keep these settings as A, and compare them with what you set next"
        >
          Pin
        </button>
      ) : (
        <>
          <Segments
            label="Compare"
            value={showing}
            choices={[
              { value: "A", label: "A", title: "The settings that were pinned" },
              { value: "B", label: "B", title: "The settings made since" },
            ]}
            onChange={(wanted) => wanted !== showing && history.swap()}
          />
          <button
            type="button"
            onClick={thenFollow(history.unpin)}
            aria-label="Unpin"
            title="Stop comparing; what is set stays"
          >
            ×
          </button>
        </>
      )}
    </div>
  );
}

/** Text fields have their own undo. */
function writes(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !["range", "radio", "checkbox", "button"].includes(target.type);
  return target instanceof HTMLTextAreaElement || target.isContentEditable;
}
