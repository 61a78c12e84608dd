import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { LineLabels } from "../../../src/studies/boundary/picture/LineLabels.tsx";
import type { BoundaryProps } from "../../../src/studies/boundary/model/view.ts";

beforeAll(() => {
  vi.stubGlobal("document", { documentElement: undefined });
  vi.stubGlobal("window", { addEventListener: () => undefined });
  vi.stubGlobal("getComputedStyle", () => ({ fontSize: "16px" }));
});
afterAll(() => vi.unstubAllGlobals());

test("names stand beside both boundaries, and beside none in a plane that is too low for them", () => {
  const axis = { lower: 0, upper: 1, count: 21 };
  const rising = (zero: number) => Float64Array.from({ length: 441 }, (_, i) => (i % 21) / 20 - zero);
  const view = {
    axes: [axis, axis],
    released: rising(0.3),
    original: rising(0.7),
  } as unknown as NonNullable<BoundaryProps["view"]>;
  const words = { domain: { x: [0, 1], y: [0, 1] }, label: { x: "x", y: "y" } } as const;
  const named = (height: number) => {
    const markup = renderToStaticMarkup(<LineLabels words={words} view={view} width={600} height={height} />);
    return ["private", "original"].filter((name) => markup.includes(`>${name}<`));
  };
  expect(named(500)).toEqual(["private", "original"]);
  expect(named(130)).toEqual([]);
});
