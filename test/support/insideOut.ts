import type { Page } from "playwright-core";
import { expect } from "vitest";
import { triesAll } from "./fuzzing.ts";
import { reachable } from "./outsideView.ts";
import type { Reached } from "./outsideView.ts";
import { atRest, rested } from "./rest.ts";

/** A study whose data a page has seen inside. */
interface Case {
  readonly study: string;
  readonly example: string;
  /** A slider besides ε whose every move asks a worker; undefined where ε does. */
  readonly slider: string | undefined;
  /** A table of one's own, complete, with a row far from all others. */
  readonly file: string;
  /** The same with incomplete rows, where the study takes such. */
  readonly gaps: string;
}

const spread = (i: number, k: number) => ((Math.sin(12.9898 * (i + 1) + 78.233 * k) * 43758.5453) % 1) ** 2;
const times = Array.from({ length: 12 }, (_, j) => (j / 11).toFixed(2)); // Names of columns, so public.
const decimals = (value: number) => value.toFixed(8);

const plain: readonly Omit<Case, "gaps">[] = [
  {
    study: "density",
    example: "data=hall-1",
    slider: "Bandwidth",
    file: `v\n${Array.from({ length: 60 }, (_, i) => decimals(spread(i, 1))).join("\n")}\n77.12345678\n`,
  },
  {
    study: "boundary",
    example: "data=moons",
    slider: "Length scale",
    file: `a,b,kind\n${Array.from({ length: 60 }, (_, i) => {
      const kind = i % 3 === 0 ? "zinc" : "amber";
      return [decimals(spread(i, 1)), decimals(spread(i, 2) / 2 + (i % 3 === 0 ? 0.5 : 0)), kind].join(",");
    }).join("\n")}\n0.5,77.12345678,zinc\n`,
  },
  {
    study: "meanCurve",
    example: "data=chick-weight",
    slider: "Penalty",
    file: `${["pid", ...times].join(",")}\n${Array.from({ length: 9 }, (_, i) =>
      [`p${i}`, ...times.map((_, j) => decimals(Math.sin(j / 3) / 3 + spread(i, j)))].join(","),
    ).join("\n")}\n${["p9", ...times.map(() => "77.12345678")].join(",")}\n`,
  },
  {
    study: "fabrication",
    example: "data=moons",
    slider: undefined,
    file: `a,b,kind\n${Array.from({ length: 60 }, (_, i) =>
      [decimals(spread(i, 1)), decimals(spread(i, 2)), i % 3 === 0 ? "zinc" : "amber"].join(","),
    ).join("\n")}\n0.5,77.12345678,zinc\n`,
  },
];

const incomplete: Readonly<Record<string, string>> = {
  density: "NA\n".repeat(7),
  boundary: "0.25,NA,zinc\n".repeat(7),
  fabrication: "0.25,NA,zinc\n".repeat(7),
};
/** Each study with an example and a table of one's own. */
export const cases = plain.map((one): Case => ({
  ...one,
  gaps: one.file + (incomplete[one.study] ?? ""),
}));

/**
 * What leaves a page that has seen private data, in four ways: by the view of an example, by a release, by the words about one's
 * own data, and by their values. `npm test` goes each way with another study; `npm run journeys` goes every way with every
 * study. What each study says of neighbouring tables: test/studies/neighbours.test.tsx.
 */
const quick = { view: "density", release: "boundary", words: "meanCurve", values: "fabrication" };
/** The studies that go a way. */
export const goingBy = (way: keyof typeof quick) => cases.filter(({ study }) => triesAll || study === quick[way]);

/** The study's own controls: sections that were opened may have others of the same name. */
export const controlsOf = (page: Page) => page.getByRole("complementary", { name: "Controls" });

/** Ends the simulated releases of a plan, which compute for ten seconds and know of no records. */
export async function endSimulation(page: Page): Promise<void> {
  const stop = page.getByRole("button", { name: "Stop the simulation" });
  await stop.click();
  await stop.waitFor({ state: "detached" });
}

/**
 * Opens all that can be opened, until nothing more does.
 *
 * @param begun runs after the first has opened
 */
export async function openAll(page: Page, begun?: (page: Page) => Promise<void>): Promise<void> {
  const openMore = () =>
    page.evaluate(() => {
      const closed = "details:not([open]) > summary, main button[aria-expanded=false]";
      const openers = [...document.querySelectorAll<HTMLElement>(closed)];
      for (const opener of openers) opener.click();
      return openers.length;
    });
  for (let turn = 0; turn < 4 && (await openMore()) > 0; turn++) {
    if (turn === 0) await begun?.(page);
    await atRest(page);
  }
}

const pictureOf = (page: Page) =>
  page.locator("#picture [role=application], #picture .field-plot, #picture svg").first();

/** Points at the picture, taps it and reads it by keys. */
export async function look(page: Page): Promise<void> {
  const picture = pictureOf(page);
  await picture.scrollIntoViewIfNeeded();
  const box = (await picture.boundingBox())!;
  for (const share of [0.2, 0.45, 0.7]) {
    await page.mouse.move(box.x + box.width * share, box.y + box.height * 0.5, { steps: 4 });
    await page.mouse.down();
    await page.mouse.up();
  }
  await page.keyboard.press("ArrowRight");
}

/**
 * What a person does inside: looks, opens all, drags ε and another slider and puts them back.
 *
 * @param simulates whether the plan simulates releases: it is begun and closed, since each move of ε would begin it anew
 */
export async function explore(page: Page, slider?: string, simulates = false): Promise<void> {
  await look(page);
  await openAll(page, simulates ? endSimulation : undefined);
  if (simulates) await page.getByTestId("section-plan").locator("> summary").click();
  for (const name of ["Privacy loss", ...(slider === undefined ? [] : [slider])]) {
    const controls = controlsOf(page);
    const number = controls.getByLabel(`${name}, as a number`).first();
    const before = await number.inputValue();
    const handle = controls.getByRole("slider", { name }).first();
    // What was opened may still move the page.
    const size = (await handle.boundingBox())!;
    await handle.hover({ position: { x: size.width * 0.6, y: size.height / 2 } });
    const { x, y, width, height } = (await handle.boundingBox())!;
    await page.mouse.down();
    await page.mouse.move(x + width * 0.4, y + height / 2, { steps: 6 });
    await page.mouse.up();
    await rested(page);
    expect(await number.inputValue()).not.toBe(before);
    await number.fill(before);
    await number.press("Enter");
    await rested(page);
    expect(await number.inputValue()).toBe(before);
  }
  const picture = pictureOf(page);
  await picture.scrollIntoViewIfNeeded();
  await picture.hover();
}

/** Goes outside from wherever the pointer is, and leaves it on nothing. */
export async function goOutside(page: Page): Promise<void> {
  await page.getByRole("radio", { name: "Outside" }).click();
  await settle(page);
}

/**
 * Waits until nothing is said of a worker that a busy machine keeps from answering. Such a notice is of the machine and not of
 * the data, and stands for eight seconds on one page and not on the other.
 */
export async function undisturbed(...pages: readonly Page[]): Promise<void> {
  for (const page of pages) {
    await expect.poll(() => page.locator(".page > .passing").count()).toBe(0);
    await atRest(page);
  }
}

/** Leaves the pointer on nothing, and waits until the page rests, outside. */
export async function settle(page: Page): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    window.scrollTo(0, 0);
  });
  await rested(page);
  await expect.poll(() => page.url()).toContain("view=outside");
}

/** The arrays that only the inside view has: the original, the records, what was measured of them, and the noise. */
function privateAmong(reached: readonly Reached[]): readonly Reached[] {
  const named = (pattern: RegExp) => reached.filter(({ keys }) => keys.some((key) => pattern.test(key)));
  return named(/^(original|estimate|records|points|curves|rawMean|fitted|inside|labels|responses|inputs)$/);
}

/** The private arrays within reach of a page that is inside: its original and its records among them. */
export async function secretsOf(page: Page): Promise<readonly Reached[]> {
  const secrets = privateAmong(await page.evaluate(reachable));
  expect(secrets.flatMap(({ keys }) => keys)).toEqual(expect.arrayContaining(["original", "records"]));
  return secrets;
}
