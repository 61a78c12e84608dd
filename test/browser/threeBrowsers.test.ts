import { writeFileSync } from "node:fs";
import { expect, inject } from "vitest";
import { engines, missing } from "../../scripts/browsers.mjs";
import type { DrivenPage, EngineName } from "../../scripts/browsers.mjs";
import { root } from "../../scripts/installed.mjs";
import { releaseInArchive } from "../../src/core/release/file/openedRelease.ts";
import { parseRelease } from "../../src/core/release/file/sealedRelease.ts";
import { largestErrors, valuesHere } from "../support/engineErrors.ts";
import { swept } from "../support/swept.ts";

/** What the page has said and shown; read by `look`. */
interface Seen {
  readonly sentence: string;
  /** A fingerprint of all curves and fields. */
  readonly picture: string;
  /** How many curves of the original are drawn. */
  readonly original: number;
  readonly resting: boolean;
  readonly hash: string;
  /** Whether the address says the ε of the page: it follows at most three times a second, later on a busy machine. */
  readonly followed: boolean;
  /** How many files have been offered. */
  readonly files: number;
  readonly complaints: readonly string[];
}

const spread = (i: number, k: number) => Math.abs(Math.sin(12.9898 * (i + 1) + 78.233 * k) * 43758.5453) % 1;

const journeys = [
  {
    study: "density",
    example: "data=hall-1",
    file: `v\n${Array.from({ length: 60 }, (_, i) => spread(i, 1).toFixed(6)).join("\n")}\n`,
  },
  {
    study: "boundary",
    example: "data=moons",
    file: `a,b,kind\n${Array.from({ length: 60 }, (_, i) => {
      const kind = i % 3 === 0 ? "zinc" : "amber";
      return [spread(i, 1).toFixed(6), (spread(i, 2) / 2 + (i % 3 === 0 ? 0.5 : 0)).toFixed(6), kind].join(",");
    }).join("\n")}\n`,
  },
  {
    study: "meanCurve",
    example: "data=chick-weight",
    file: `${["pid", ...Array.from({ length: 12 }, (_, j) => (j / 11).toFixed(2))].join(",")}\n${Array.from(
      { length: 10 },
      (_, i) => [`p${i}`, ...Array.from({ length: 12 }, (_, j) => (Math.sin(j / 3) / 3 + spread(i, j) / 4).toFixed(6))],
    ).join("\n")}\n`,
  },
  {
    study: "fabrication",
    example: "",
    file: `a,b,kind\n${Array.from({ length: 60 }, (_, i) =>
      [spread(i, 1).toFixed(6), spread(i, 2).toFixed(6), i % 3 === 0 ? "zinc" : "amber"].join(","),
    ).join("\n")}\n`,
  },
] as const;

type Journey = (typeof journeys)[number];

// They wait more than they compute, so they go side by side. In every run, in Chromium: all other tests of the page.
swept.concurrent.for(Object.keys(engines) as EngineName[])(
  "in %s every study opens, is dragged, goes with its link, takes a file, hides it and releases",
  { timeout: 300_000 },
  async (engine, { skip }) => {
    const path = engines[engine].find();
    if (path === undefined) return skip(missing[engine]);
    const driven = await engines[engine].open(path);
    try {
      await driven.visit(inject("siteUrl"));
      const errors = await largestErrors((questions) => driven.evaluate(String(valuesHere), questions));
      for (const [claim, worst] of errors)
        expect(worst, `error of ${claim}, which proofs assume, in u`).toBeLessThan(8);
      for (const journey of journeys) await travel(driven, journey);
    } finally {
      await driven.close();
    }
  },
);

/** Opens a study, and waits until its first picture rests. */
async function arrive(driven: DrivenPage, { study, example }: Journey) {
  const curves = study === "density" || study === "meanCurve"; // Elsewhere the original is drawn on the canvas.
  const { page, until } = journeyOf(driven, study);
  await driven.visit(`${inject("siteUrl")}#/${study}?v=1&${example}`);
  await page(listen);
  // A sentence that still counts over releases, or speaks of the records that were fitted, is not the last one.
  const isLast = (sentence: string) => sentence !== "" && !/counting|of the records correctly/.test(sentence);
  const rests = ({ resting, followed, sentence, original }: Seen) =>
    resting && followed && isLast(sentence) && (original > 0 || !curves);
  const { complaints } = await until("the first picture rests", rests);
  expect(complaints).toEqual([]);
  return { page, until, rests };
}

async function travel(driven: DrivenPage, journey: Journey): Promise<void> {
  const { study, file } = journey;
  const { page, until, rests } = await arrive(driven, journey);
  await page(dismiss); // What a short link leaves out takes room from the picture.
  const first = await until("the picture rests without a notice", rests);

  const [left, top, width, height] = await page(placeOfEpsilon);
  const places = Array.from({ length: 9 }, (_, k) => [left + width * (0.6 - 0.02 * k), top + height / 2] as const);
  await driven.drag(places);
  const dragged = await until(
    "ε is dragged",
    (now) => rests(now) && now.picture !== first.picture && now.hash.includes("epsilon="),
  );
  expect(dragged.complaints).toEqual([]);

  await driven.visit(inject("siteUrl") + dragged.hash);
  await page(listen);
  const linked = await until("the link is drawn", rests);
  expect({ ...linked, hash: "" }, study).toEqual({ ...dragged, hash: "" });
  const own = `${root}.cache/three-browsers-${study}.csv`;
  writeFileSync(own, file);
  await driven.upload(own);
  await page(declareAndDraw);
  const mine = await until("the file is drawn", (now) => {
    return rests(now) && now.hash.includes("data=own") && now.picture !== dragged.picture;
  });

  await page(press, "radio", "Outside");
  const outside = await until("the outside is shown", ({ hash, resting }) => resting && hash.includes("view=outside"));
  expect(outside.original).toBe(0);
  expect(outside.picture).not.toBe(mine.picture);
  await page(press, "radio", "Inside");
  await until("the inside is shown", (now) => rests(now) && !now.hash.includes("view=outside"));

  await page(press, "button", "Declare this budget");
  await page(declared);
  await page(press, "button", "Release");
  const { complaints } = await until("the release is offered", ({ files }) => files > 0);
  // An archive begins with PK; a table may be offered beside it.
  const files = (await page<string[]>(offered)).map((file) => Buffer.from(file, "base64"));
  const archive = files.find(([first, second]) => first === 0x50 && second === 0x4b)!;
  const released = parseRelease(releaseInArchive(archive));
  expect(released.study).toBe(study);
  expect(released.mechanism.integers.every(Number.isInteger)).toBe(true);
  expect(complaints).toEqual([]);
}

function journeyOf(driven: DrivenPage, study: string) {
  const page = <T>(inPage: (...values: never[]) => T | Promise<T>, ...values: unknown[]) =>
    driven.evaluate<T>(String(inPage), ...values);
  /** Looks until what is seen is as said and stays the same; the address follows a picture some 300 ms later. */
  const until = async (what: string, holds: (seen: Seen) => boolean): Promise<Seen> => {
    let before: Seen | undefined;
    let looks = 0;
    for (const end = Date.now() + 40_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 200))) {
      const now = await page(look);
      looks = before?.picture === now.picture && before.hash === now.hash ? looks + 1 : 0;
      before = now;
      if (looks >= 3 && holds(now)) return now;
    }
    throw new Error(`In ${study} it never came that ${what}: ${JSON.stringify(before)}`);
  };
  return { page, until };
}

// What follows runs in the page, as text.

/** Answers what the declare step still asks, and draws; a study without that step draws by itself. */
async function declareAndDraw(): Promise<void> {
  const pause = () => new Promise((resolve) => setTimeout(resolve, 100));
  const drawnAlready = () => location.hash.includes("data=own") && !document.querySelector(".declare");
  for (let look = 0; look < 100 && !document.querySelector(".declare form"); look++) {
    if (drawnAlready()) return;
    await pause();
  }
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Read it so")?.click();
  await pause();
  const property = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!;
  for (const input of document.querySelectorAll<HTMLInputElement>(
    ".declare form input[type=text]:not(.units input, .column-details input)",
  )) {
    if (input.value !== "") continue;
    const label = input.getAttribute("aria-label") ?? "";
    input.focus();
    property.set!.call(input, label.endsWith("lower end") ? "0" : "1");
    input.dispatchEvent(new Event("input", { bubbles: true }));
    await pause();
    input.blur();
    await pause();
  }
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Draw it")!.click();
}

/** Sends the notice above the picture away. */
function dismiss(): void {
  const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Dismiss");
  button?.click();
}

/** Remembers what a quiet page does not say, and what is offered as a file. */
function listen(): void {
  const heard: { complaints: string[]; blobs: Blob[] } = { complaints: [], blobs: [] };
  Object.assign(globalThis, { heard });
  addEventListener("error", ({ message }) => heard.complaints.push(`error: ${message}`));
  addEventListener("unhandledrejection", ({ reason }) => heard.complaints.push(`rejection: ${String(reason)}`));
  addEventListener("securitypolicyviolation", (event) => heard.complaints.push(`policy: ${event.violatedDirective}`));
  const createObjectURL = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (blob: Blob) => {
    if (!/javascript/.test(blob.type)) heard.blobs.push(blob);
    return createObjectURL(blob);
  };
  // Whether a browser keeps the file or asks first is its own affair.
  addEventListener("click", (event) => (event.target as HTMLAnchorElement).download && event.preventDefault(), true);
}

/** In base 64: a list of numbers takes an engine longer to hand over than all else here takes together. */
function offered(): Promise<string[]> {
  const { heard } = globalThis as unknown as { heard: { blobs: Blob[] } };
  const encoded = (blob: Blob) =>
    new Promise<string>((resolve, reject) => {
      const reader = new FileReader();
      reader.onload = () => resolve((reader.result as string).split(",")[1]!);
      reader.onerror = () => reject(new Error("The file cannot be read."));
      reader.readAsDataURL(blob);
    });
  return Promise.all(heard.blobs.map(encoded));
}

function look(): Seen {
  const { heard } = globalThis as unknown as { heard?: { complaints: string[]; blobs: Blob[] } };
  const canvases = Array.from(document.querySelectorAll<HTMLCanvasElement>("#picture canvas"));
  const paths = Array.from(document.querySelectorAll("#picture path.release"), (one) => one.getAttribute("d") ?? "");
  const picture = document.querySelector<HTMLElement>("#picture");
  const sentence = document.querySelector("[data-testid=sentence]")?.textContent ?? "";
  const box = document.querySelector<HTMLInputElement>('[aria-label="Privacy loss, as a number"]');
  const linked = new URLSearchParams(location.hash.split("?")[1]).get("epsilon");
  const resting = picture?.getAttribute("aria-busy") === "false" && picture.dataset["stale"] === "false";
  let print = 0;
  for (const letter of paths.join("|")) print = (Math.imul(print, 31) + letter.codePointAt(0)!) | 0;
  // Nobody asks for the pixels before all is said, and reading them takes as long as drawing them.
  for (const canvas of resting && !sentence.includes("counting") ? canvases : []) {
    const { width, height } = canvas;
    if (width * height === 0) continue;
    const pixels = new Uint32Array(canvas.getContext("2d")!.getImageData(0, 0, width, height).data.buffer);
    for (let i = 0; i < pixels.length; i++) print = (Math.imul(print, 31) + pixels[i]!) | 0;
  }
  return {
    sentence,
    picture: `${paths.length} curves, ${canvases.length} canvases, print ${print}`,
    original: document.querySelectorAll("#picture path.estimate[d], #picture .label-original").length,
    resting,
    hash: location.hash,
    followed: box !== null && (linked === null || Number(linked) === Number(box.value)),
    files: heard?.blobs.length ?? 0,
    complaints: heard?.complaints ?? [],
  };
}

async function declared(): Promise<void> {
  for (let tries = 0; !document.querySelector("[data-testid=account]") && tries < 100; tries++)
    await new Promise((resolve) => setTimeout(resolve, 50));
}

function placeOfEpsilon(): [left: number, top: number, width: number, height: number] {
  const slider = Array.from(document.querySelectorAll<HTMLInputElement>("input[type=range]")).find((input) =>
    (input.ariaLabel ?? input.labels?.[0]?.textContent ?? "").startsWith("Privacy loss"),
  )!;
  slider.scrollIntoView({ block: "center", behavior: "instant" });
  const { left, top, width, height } = slider.getBoundingClientRect();
  return [left, top, width, height];
}

async function press(role: "radio" | "button", name: string): Promise<void> {
  const find = () =>
    Array.from(document.querySelectorAll<HTMLElement>("button, input[type=radio], [role=radio]")).filter((control) => {
      const label = control instanceof HTMLInputElement ? control.labels?.[0]?.textContent : control.textContent;
      const kind = control.getAttribute("role") ?? (control instanceof HTMLInputElement ? "radio" : "button");
      return kind === role && label?.trim() === name;
    });
  for (let tries = 0; find().length === 0 && tries < 100; tries++)
    await new Promise((resolve) => setTimeout(resolve, 50));
  const named = find();
  if (named.length !== 1) throw new Error(`${named.length} controls are a ${role} "${name}"`);
  named[0]!.click();
}
