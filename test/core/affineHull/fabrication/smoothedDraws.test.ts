import { expect, test } from "vitest";
import { fabricateTableRelease } from "../../../../src/core/affineHull/fabrication/fabrication.ts";
import { smoothedDraws } from "../../../../src/core/affineHull/fabrication/smoothedDraws.ts";
import { loadExample } from "../../../../src/core/examples/examples.ts";
import { outlineOf } from "../../../../src/core/records/outline.ts";
import { lastOf } from "../../../../src/core/slices.ts";
import { study } from "../../../../src/studies/fabrication/definition.ts";
import { studyWorker } from "../../../../workers/studies/fabrication.ts";

test("smoothedDraws() counts and averages what each of its draws does as a release of that seed", () => {
  const { values } = study.links.decode("#/fabrication?data=iris&epsilon=16&steps=1&field=none");
  const table = loadExample(values.data);
  const records = studyWorker.recordsFrom(table, study.session.choiceOf(values, outlineOf(table))!);
  if (!("points" in records)) throw new Error("a table");
  const { drawCount, ...parameters } = study.session.requestOf(values);
  const all = lastOf(smoothedDraws(records, parameters));
  let nearer = 0;
  const sums = [0, 0, 0];
  for (let seed = 1; seed <= all.drawCount; seed++) {
    const { original, noisy, fabricated, accuracy } = lastOf(
      fabricateTableRelease(records, { ...parameters, seed, fieldCount: 0, frames: false }),
    );
    const [from, to] = [noisy, fabricated].map(({ coordinates: rows, dimension: p }) => {
      let sum = 0;
      for (let k = 0; k < rows.length; k += p) {
        const shares = parameters.ranges.map(([a, b], j) => (rows[k + j]! - original.coordinates[k + j]!) / (b - a));
        sum += Math.hypot(...shares);
      }
      return sum / (rows.length / p);
    });
    if (to! < from!) nearer++;
    sums[0]! += from! / all.drawCount;
    sums[1]! += to! / all.drawCount;
    sums[2]! += accuracy! / all.drawCount;
  }
  expect(all.drawCount).toBeGreaterThanOrEqual(20);
  expect(all.nearerCount).toBe(nearer);
  expect(all.before).toBeCloseTo(sums[0]!, 10);
  expect(all.after).toBeCloseTo(sums[1]!, 10);
  expect(all.accuracy).toBeCloseTo(sums[2]!, 10);
});
