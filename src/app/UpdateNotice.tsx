import { useStore } from "zustand";
import type { Updates } from "./offline.ts";

export function UpdateNotice({ updates }: { readonly updates: Updates }) {
  const { isNewVersionHere } = useStore(updates.store);
  if (!isNewVersionHere) return null;
  return (
    <div className="notice update" role="status">
      <p>A new version is here: reload. Your own data must then be opened again.</p>
      <button type="button" onClick={updates.reload}>
        Reload
      </button>
    </div>
  );
}
