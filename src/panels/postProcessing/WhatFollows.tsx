import { useState } from "react";
import { later } from "../shared/Later.tsx";
import type { WhatFollowsProps } from "./Questions.tsx";
import type { FollowedTable } from "./tableFollows.ts";
import type { FollowedFunction } from "./whatFollows.ts";
import "../shared/guaranteePanel.css";

export function WhatFollows({
  startsOpen = false,
  ...props
}: WhatFollowsProps<FollowedFunction | FollowedTable> & { readonly startsOpen?: boolean }) {
  const [open, setOpen] = useState(startsOpen);
  return (
    <details
      className="guarantee"
      data-testid="functionals"
      open={startsOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>What follows from this release, at no further cost</summary>
      {open && <Questions {...props} />}
    </details>
  );
}

const Questions = later(async () => (await import("./Questions.tsx")).Questions);
