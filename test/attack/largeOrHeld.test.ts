import { expect, test, vi } from "vitest";
import { wordsOf } from "../../src/core/random/randomWords.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import { ownData } from "../../src/state/scenario/ownData.ts";
import { study as density } from "../../src/studies/density/definition.ts";
import { studyWorker } from "../../workers/studies/density.ts";
import { saidBy } from "../support/replays.ts";
import { plainText, point, schemaOf, worked } from "./files.ts";

// Whether a file is held (records as they are) or scanned (records rounded to a lattice of 2^16 cells) is told by its length in
// bytes, which one cell of one record changes.

vi.mock("../../workers/freshWords.ts", () => ({ freshWords: () => wordsOf(seededSource(1)) }));

const schema = schemaOf([point("x"), { name: "note", type: "text", unit: "" }]);
const heldAtMost = 2 ** 25;

/** A file of exactly 2^25 bytes whose records are all at one place, and the same with one byte more in one record's note. */
function neighbours(): [string, string] {
  const row = "0.500007,a\n";
  const header = "x,note\n";
  const count = Math.floor((heldAtMost - header.length) / row.length) - 1;
  const body = header + row.repeat(count);
  const left = heldAtMost - body.length - "0.500007,\n".length;
  const last = (length: number) => `${body}0.500007,${"b".repeat(length)}\n`;
  return [last(left), last(left + 1)];
}

const own = density.links.decode("").values;
const scenario = (change: object) =>
  ({ ...own, x: "x", y: "", domainX: [0, 1], data: ownData, person: "", ...change }) as typeof own;
const budget = { epsilon: 1, delta: 1e-5, calibration: "analytic" } as const;

async function released(content: string, change: object) {
  const s = scenario(change);
  const made = await worked(
    content,
    schema,
    (outline) => density.session.choiceOf(s, outline, "drop"),
    studyWorker as never,
  );
  if (made.refused !== undefined) return { ...made, said: made.refused };
  const tasks = studyWorker.tasksOn(made.records);
  const parameters = { ...density.session.requestOf(s), budget };
  return { ...made, said: saidBy(tasks.latticeRelease, parameters as never) as any };
}

test("one byte in a note moves the density by no more than Δ", async () => {
  const [one, other] = neighbours();
  expect([one.length, other.length]).toEqual([heldAtMost, heldAtMost + 1]);
  const a = await released(one, { h: 0.01 });
  const b = await released(other, { h: 0.01 });
  expect([a.isLarge, b.isLarge]).toEqual([false, true]);
  const [f, g] = [a.said, b.said];
  const { integers: _, values: __, ...publicOne } = f;
  const { integers: ___, values: ____, ...publicOther } = g;
  console.log(publicOne);
  expect(JSON.stringify(publicOther)).toBe(JSON.stringify(publicOne));
  const most = Math.max(...f.values.map((value: number, i: number) => Math.abs(value - g.values[i]!)));
  // ‖f − f′‖ of the noise is at least |f(x) − f′(x)| / sqrt(K(x, x)), K(x, x) = 1: μ of the pair is at least that over σ.
  const mu = most / f.sigma;
  console.log({ most, sigma: f.sigma, mu, claimed: f.mu, ratio: mu / f.mu });
  expect(mu).toBeLessThanOrEqual(f.mu);
});

test.each([
  ["bump of another form", { bump: "exponential" }],
  ["polynomial", { route: "bernsteinLaplace" }],
])("one byte in a note does not tell whether there is a release: %s", async (_, change) => {
  const [one, other] = neighbours();
  const a = await released(one, change);
  const b = await released(other, change);
  const kind = (said: unknown) => (typeof said === "string" ? said : "released");
  console.log(kind(a.said), "|", kind(b.said));
  expect(kind(b.said)).toBe(kind(a.said));
});
void plainText;
