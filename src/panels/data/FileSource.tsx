import { useLayoutEffect, useRef, useState } from "react";
import { takeEarlyDrop } from "./earlyDrop.ts";
import { FilePicker } from "./FilePicker.tsx";
import "./fileSource.css";

type OnSource = (source: File | string, name: string) => void;

export function FileSource({ onSource }: { readonly onSource: OnSource }) {
  const [pasting, setPasting] = useState(false);
  const [text, setText] = useState("");
  const opener = useRef<HTMLButtonElement>(null);
  const closeOnEscape = ({ key }: { readonly key: string }) => {
    if (key !== "Escape") return;
    setPasting(false);
    opener.current?.focus();
  };
  return (
    <div className="drop">
      <div className="buttons">
        <FilePicker
          label="Open a file"
          name="CSV, Excel, JSON, Parquet or Arrow file, or a release"
          onFiles={([file]) => onSource(file, file.name)}
        />
        <button
          ref={opener}
          type="button"
          aria-expanded={pasting}
          onClick={() => setPasting(!pasting)}
          onKeyDown={closeOnEscape}
        >
          Paste
        </button>
      </div>
      {pasting && (
        <>
          <textarea
            aria-label="Rows to read"
            ref={focused}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={closeOnEscape}
          />
          <button
            type="button"
            onKeyDown={closeOnEscape}
            onClick={() => {
              onSource(text, "Pasted text");
              setPasting(false);
              setText("");
            }}
          >
            Read these rows
          </button>
        </>
      )}
      <p>
        Or drop a CSV, Excel, JSON, Parquet or Arrow file anywhere, packed by gzip or ZIP or not. It is read here and
        goes nowhere.
      </p>
      <p>A release file, or a picture that was saved here, opens as it was seen.</p>
    </div>
  );
}

/** Whoever opens the box types into it next. */
const focused = (box: HTMLTextAreaElement | null) => box?.focus();

/** Files dropped on the page, also earlier. */
export function useFileDrop(onSource: OnSource): void {
  const handler = useRef(onSource);
  useLayoutEffect(() => {
    handler.current = onSource;
  });
  useLayoutEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      document.body.dataset["dragging"] = "true";
    };
    const leave = () => {
      delete document.body.dataset["dragging"];
    };
    const drop = (event: DragEvent) => {
      leave();
      const [file] = event.dataTransfer?.files ?? [];
      if (!file) return;
      event.preventDefault();
      handler.current(file, file.name);
    };
    window.addEventListener("dragover", over);
    window.addEventListener("dragleave", leave);
    window.addEventListener("drop", drop);
    const early = takeEarlyDrop();
    if (early) handler.current(early, early.name);
    return () => {
      window.removeEventListener("dragover", over);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("drop", drop);
    };
  }, []);
}
