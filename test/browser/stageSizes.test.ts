import { expect, test } from "vitest";
import { axeViolations } from "../support/axe.ts";
import { triesAll } from "../support/fuzzing.ts";
import { useBrowser, usePage } from "../support/page.ts";
import { notePlanes, paintedPlanes } from "../support/paintedPlanes.ts";
import { fillsHalf } from "../support/pictureShare.ts";
import { rested } from "../support/rest.ts";

const open = useBrowser();
const at = usePage();

// At the size of a desktop: test/browser/keyboard.test.ts. Here a curve on a phone; all in `npm run journeys`.
test.each(
  ["density", "boundary", "mean-curve", "fabrication"].flatMap((study, k) =>
    [
      { width: 390, height: 844 },
      { width: 844, height: 390 },
    ].flatMap((viewport, side) => (triesAll || (k === 0 && side === 0) ? [{ study, viewport }] : [])),
  ),
)("the plane of $study is painted at its last size from the first, at $viewport.width", async ({ study, viewport }) => {
  const { page } = await open(`#/${study}`, { viewport }, undefined, notePlanes);
  await rested(page);
  const [first, ...later] = await paintedPlanes(page);
  expect(first).toBeDefined();
  expect(later).toEqual([]);
});

const sizes = [
  [360, 740],
  [390, 844],
  [844, 390],
  [820, 1180],
  [1440, 900],
  [1920, 1080],
  [3840, 2160],
] as const;
const frames = [
  [720, 450], // a desktop at 200 %
  [360, 225], // a desktop at 400 %
  [200, 300], // frames in a lesson
  [400, 300],
  [600, 200],
] as const;

/** Every picture in the narrowest window, in another one and in one frame, each in another; `npm run journeys` takes all. */
const isTried = (size: number, picture: number) =>
  triesAll || size === 0 || (size - 1 - picture) % (sizes.length - 1) === 0;
/** Of two pictures one in its narrow window and one in its other. */
const isAudited = (size: number, picture: number) => triesAll || (size === 0) === (picture % 2 === 0);
const isTriedAsFrame = (frame: number, picture: number) => triesAll || (frame - picture) % frames.length === 0;

test.each(
  [
    "#/density?data=faithful-2d&y=waiting",
    "#/meanCurve?data=trial-arms",
    // A boundary at seven sizes, below a notice: the test after this one; its frame and its half: keyboard.test.ts.
    ...(triesAll
      ? ["#/density", "#/fabrication", "#/density?data=irises", "#/meanCurve", "#/boundary?data=moons"]
      : []),
  ].map((hash, k) => [hash, k] as const),
)(
  "at its sizes the picture has half of the window, one row above it, nothing is cut off, and axe objects to nothing (%s)",
  async (hash, k) => {
    const { page, complaints } = await at(hash);
    for (const [i, [width, height]] of sizes.entries()) {
      if (!isTried(i, k)) continue;
      // Each size in one theme, and in the other with the next study.
      const colorScheme = (i + k) % 2 === 0 ? "light" : "dark";
      await page.emulateMedia({ colorScheme });
      await fillsHalf(page, width, height);
      if (isAudited(i, k)) expect(await axeViolations(page), `${colorScheme}, ${width} × ${height}`).toEqual([]);
    }
    for (const [i, [width, height]] of frames.entries()) if (isTriedAsFrame(i, k)) await fillsHalf(page, width, height);
    expect(complaints).toEqual([]);
  },
);

/** How far the plot ends above the lower end of what is free of sliders, and whether δ stands beside ε within it. */
function seenOfStage() {
  const thumb = document.querySelector(".thumb")!;
  const isFixed = getComputedStyle(thumb).position === "fixed";
  const free = isFixed ? thumb.getBoundingClientRect().top : innerHeight;
  const plot = [...document.querySelectorAll("#picture [role=application]")]
    .map((one) => one.getBoundingClientRect())
    .reduce((first, one) => (one.top < first.top ? one : first));
  // Where no δ is needed its place says so.
  const boxes = ['[aria-label="Privacy loss, as a number"]', '[aria-label^="Slack,"], .unused .line'].map((box) =>
    document.querySelector(box)!.getBoundingClientRect(),
  );
  return {
    left: Math.round(free - plot.bottom),
    height: Math.round(plot.height),
    apart: Math.round(boxes[1]!.top - boxes[0]!.top),
    inSight: boxes.every(({ top, bottom, right }) => top >= 0 && bottom <= innerHeight && right <= innerWidth),
    size: [innerWidth, innerHeight],
  };
}

test.each(
  triesAll
    ? ["density", "density?data=faithful-2d&y=waiting", "boundary?data=moons", "meanCurve", "fabrication"]
    : ["boundary?data=moons"],
)(
  "with a notice at the top the picture ends in sight all the same, δ beside ε, and grows when it is dismissed (%s)",
  async (hash) => {
    const link = `#/${hash}${hash.includes("?") ? "&" : "?"}epsilon=rose`;
    const { page, complaints } = await at(link);
    const notice = page.getByText("Some of the link was not understood");
    await notice.waitFor();
    for (const [width, height] of [
      [1000, 800],
      [1280, 900],
      [1920, 1080],
      [390, 844],
      [360, 740],
      [820, 1180],
      [844, 390],
    ] as const) {
      await page.setViewportSize({ width, height });
      const seen = () => page.evaluate(seenOfStage);
      const what = `${width} × ${height}`;
      await expect.poll(async () => (await seen()).size, { message: what }).toEqual([width, height]);
      // On a phone on its side a notice and a picture do not fit beside each other.
      if (height > 480) await expect.poll(async () => (await seen()).left, { message: what }).toBeGreaterThanOrEqual(0);
      // Every field says what its colours mean; curves have none.
      const keys = await page.locator("#picture :is(.field-key, .colour-key, .tint-key)").count();
      expect(keys, what).toBe(hash === "density" || hash === "meanCurve" ? 0 : 1);
      const { apart, inSight } = await seen();
      expect(inSight, what).toBe(true);
      expect(apart, what).toBeLessThan(160);
    }
    await page.setViewportSize({ width: 1280, height: 900 });
    await expect.poll(async () => (await page.evaluate(seenOfStage)).left).toBeGreaterThanOrEqual(0);
    const before = (await page.evaluate(seenOfStage)).height;
    await page.getByRole("button", { name: "Dismiss" }).click();
    await expect.poll(async () => (await page.evaluate(seenOfStage)).height).toBeGreaterThan(before + 40);
    expect((await page.evaluate(seenOfStage)).left).toBeGreaterThanOrEqual(0);
    expect(complaints).toEqual([]);
  },
);

/** Contrast of the letters of plots on the page, and whether a plot's canvas has lines on its ground. Runs in the page. */
function seenForced() {
  const channelsOf = (colour: string) => (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
  const lightness = (channels: readonly number[]) => {
    const [r, g, b] = channels.map((c) => (c <= 10.31 ? c / 3294.6 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
  };
  const contrast = (a: readonly number[], b: readonly number[]) => {
    const [x, y] = [lightness(a), lightness(b)].toSorted((p, q) => p - q);
    return (y! + 0.05) / (x! + 0.05);
  };
  const page = channelsOf(getComputedStyle(document.body).backgroundColor);
  const letters = Array.from(document.querySelectorAll(".plot svg text"), (text) =>
    contrast(channelsOf(getComputedStyle(text).fill), page),
  );
  const canvas = document.querySelector<HTMLCanvasElement>(".plot canvas")!;
  const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
  const ground = Array.from(data.subarray(4 * (5 * canvas.width + canvas.width - 5)).subarray(0, 3));
  let lines = 0;
  for (let i = 0; i < data.length; i += 4) if (contrast(Array.from(data.subarray(i, i + 3)), ground) >= 3) lines++;
  return { letters: letters.length, least: Math.min(...letters), share: lines / (data.length / 4), ground, page };
}

test("with forced colours of the system, dark or light, letters and lines of a plot show on their ground", async () => {
  const { page } = await at("#/boundary");
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ forcedColors: "active", colorScheme });
    await rested(page);
    const { letters, least, share } = await page.evaluate(seenForced);
    expect(letters).toBeGreaterThan(8);
    expect(least).toBeGreaterThan(4.5);
    expect(share).toBeGreaterThan(0.005);
  }
  // A curve has no colours of its own below it: its ground is the system's.
  const { page: curve } = await at("#/density?data=sleep");
  await curve.emulateMedia({ forcedColors: "active", colorScheme: "dark" });
  await rested(curve);
  const seen = await curve.evaluate(seenForced);
  expect(seen.ground).toEqual(seen.page);
  await curve.emulateMedia({ forcedColors: null, colorScheme: null });
});
