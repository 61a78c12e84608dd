import { previewStays } from "./takeAway.ts";
import "./printedPreview.css";

/** All that is printed outside, since only a release leaves the page. */
export function PrintedPreview({ side }: { readonly side: "inside" | "outside" }) {
  return (
    <p className="printed-preview" data-side={side}>
      {side === "inside"
        ? "PRIVATE DATA: holds the original; do not pass it on."
        : `${previewStays} What is shown here can be released, and then printed.`}
    </p>
  );
}
