import { useState } from "react";
import { later } from "../../shared/Later.tsx";
import type { MostRecordsProps } from "./MostRecordsBox.tsx";

const MostRecordsBox = later(async () => (await import("./MostRecordsBox.tsx")).MostRecordsBox);

export function MostRecordsControl(props: MostRecordsProps) {
  const [open, setOpen] = useState(props.value !== "public");
  return (
    <details className="advanced" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Advanced: protect their number</summary>
      {open && (
        <div className="advanced-content">
          <MostRecordsBox {...props} />
        </div>
      )}
    </details>
  );
}
