import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { ReleaseView } from "../../../src/state/presented/releaseView.ts";
import { InfluencePanel } from "../../../src/panels/screen/InfluencePanel.tsx";

const of = {
  axes: [{ lower: 0, upper: 2, count: 3 }],
  budget: { mechanism: { name: "Gaussian" } } as ReleaseView["budget"],
  sigma: 0.5,
};
const still = Float64Array.of(0, 1, 0);

test.each([
  [{ kind: "moved", from: [3], to: [4] }, "The record that moved from 3 to 4 changed nothing of the original"],
  [{ kind: "several", from: [], to: [] }, "Together, the records edited last changed nothing of the original"],
] as const)("an edit that changes nothing says so (%o)", (edit, said) => {
  const influence = { ...edit, before: still, after: still };
  const panel = renderToStaticMarkup(<InfluencePanel influence={influence} of={of} names={["x"]} />);
  expect(panel).toContain(said);
  expect(panel).not.toContain("meter");
});
