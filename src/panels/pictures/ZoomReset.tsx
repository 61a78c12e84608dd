import type { Zoom } from "./useZoom.ts";

export function ZoomReset({ zoom: { shown, reset } }: { readonly zoom: Zoom }) {
  if (!shown) return null;
  return (
    <button type="button" className="zoom-reset" onClick={reset} title="Key 0">
      Whole picture
    </button>
  );
}
