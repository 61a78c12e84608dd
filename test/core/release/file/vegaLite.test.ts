import { beforeAll, expect, test } from "vitest";
import { axisValues } from "../../../../src/core/release/file/releaseFile.ts";
import type { ReleaseFile } from "../../../../src/core/release/file/releaseFile.ts";
import { vegaLite } from "../../../../src/core/release/file/vegaLite.ts";
import { exampleFiles } from "../../../support/releaseExamples.ts";

let files: ReleaseFile[];

beforeAll(async () => {
  files = await exampleFiles();
});

test("the Vega-Lite description has the values inside, each at its place", () => {
  for (const file of files) {
    const { data, $schema } = JSON.parse(vegaLite(file)) as {
      $schema: string;
      data: { values: Record<string, number>[] };
    };
    expect($schema).toMatch(/vega-lite\/v5/);
    expect(data.values.map(({ value }) => value)).toEqual(file.view.values);
    const axes = file.view.axes.map(axisValues);
    data.values.forEach(({ x, y }, i) => {
      expect(x).toBe(axes[0]![i % axes[0]!.length]);
      expect(y).toBe(axes[1]?.[Math.floor(i / axes[0]!.length)]);
    });
  }
});

test("the Vega-Lite description of groups has a facet for each, in their order: of lines, and of planes", () => {
  const names = ["south", "north", "a <b>"];
  for (const file of files.slice(0, 2)) {
    const { axes, values } = file.view;
    const coordinates = { kind: "regular", lower: 1, upper: 3, count: 3 } as const;
    const view = {
      ...file.view,
      axes: [...axes, { name: "region", unit: "", coordinates, levels: names }],
      values: names.flatMap((_, k) => values.map((value) => value + k)),
    };
    const { data, facet, spec } = JSON.parse(vegaLite({ ...file, view })) as {
      data: { values: { x: number; y?: number; group: string; value: number }[] };
      facet: unknown;
      spec: { mark?: string; layer?: unknown[] };
    };
    expect(facet).toEqual({ field: "group", type: "nominal", title: "region", sort: null });
    // What each facet draws is what one function alone would be drawn as.
    const alone = JSON.parse(vegaLite(file)) as { mark?: string; layer?: unknown[]; data: { values: object[] } };
    expect([spec.mark, spec.layer]).toEqual([alone.mark, alone.layer]);
    expect(spec.mark).toBe(axes.length === 2 ? "rect" : undefined);
    for (const [k, name] of names.entries()) {
      const own = data.values.filter(({ group }) => group === name).map(({ group: _, ...at }) => at);
      expect(own).toEqual(
        alone.data.values.map((at) => ({ ...at, value: (at as { readonly value: number }).value + k })),
      );
    }
    expect(data.values).toHaveLength(3 * values.length);
  }
});
