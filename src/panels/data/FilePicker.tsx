import { useRef } from "react";

interface FilePickerProps {
  readonly label: string;
  readonly name: string;
  readonly accept?: string;
  readonly multiple?: boolean;
  readonly onFiles: (files: readonly [File, ...File[]]) => void;
}

/** Asks for files, also for the same one twice. */
export function FilePicker({ label, name, accept, multiple = false, onFiles }: FilePickerProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" onClick={() => picker.current?.click()}>
        {label}
      </button>
      <input
        ref={picker}
        className="visually-hidden"
        type="file"
        tabIndex={-1}
        aria-label={name}
        accept={accept}
        multiple={multiple}
        onChange={(event) => {
          const [first, ...rest] = event.target.files ?? [];
          event.target.value = "";
          if (first) onFiles([first, ...rest]);
        }}
      />
    </>
  );
}
