import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { casesOf, chanceOf, damaged, hostileTexts } from "../support/fuzzing.ts";
import { drawn, useBrowser } from "../support/page.ts";

const open = useBrowser();
const studies = ["density", "boundary", "meanCurve", "fabrication"];
const links = casesOf(300, 8);
const broken = /NaN|undefined|Infinity|\[object/;

/** Whether the page shows something: a picture with words, or what is wrong. */
const shows = (page: Page) =>
  page.evaluate(() => {
    const sentence = document.querySelector("[data-testid=sentence]")?.textContent ?? "";
    const problems = document.querySelectorAll(".problem, .notice").length;
    return { shown: sentence !== "" || problems > 0, text: document.body.innerText };
  });

test("a page that is led through hostile links draws on, without an error", async () => {
  const { page, complaints } = await open();
  await drawn(page);
  const chance = chanceOf(21);
  for (let i = 0; i < links; i++) {
    const study = chance.one(studies);
    const data = chance.one(["hall-1", "faithful", "moons", "chick-weight", "own", chance.one(hostileTexts)]);
    const text = encodeURIComponent(
      chance
        .one(hostileTexts)
        .replace(/\p{Cs}/gu, "\ufffd")
        .slice(0, 2000),
    );
    const key = chance.one(["h", "epsilon", "delta", "x", "y", "domain", "seed", "draws", "route", "view", "origin"]);
    const link = damaged(`#/${study}?v=1&data=${data}&${key}=${text}&epsilon=0.7&seed=${i}`, chance);
    await page.evaluate((hash) => (location.hash = hash), link.replace(/\p{Cs}/gu, "\ufffd"));
    const mayQuote = broken.test(link.replaceAll("%5B", "["));
    await expect
      .poll(
        async () => {
          const { shown, text } = await shows(page);
          return shown && (mayQuote || broken.exec(text)?.[0]);
        },
        { timeout: 20_000, message: link },
      )
      .toBe(mayQuote ? true : undefined);
  }
  expect(complaints).toEqual([]);
  await page.evaluate(() => (location.hash = "#/density?v=1&data=hall-1"));
  await page.locator("path.release[d]").first().waitFor({ state: "attached" });
  expect(await page.locator("script:not([src])").count()).toBe(0);
}, 600_000);

test("a page in a frame hears no message of the page around it, whatever it says", async () => {
  const html = `<!doctype html><title>around</title><iframe width=1000 height=800 src="${inject("siteUrl")}"></iframe>`;
  const server = createServer((_, response) => response.writeHead(200, { "content-type": "text/html" }).end(html));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const around = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  try {
    const { page, complaints } = await open("", {}, around);
    const frame = page.frames().find((one) => one.url().startsWith(inject("siteUrl")))!;
    await frame.locator("path.release[d]").first().waitFor({ state: "attached" });
    await frame.locator("#picture[aria-busy=false][data-stale=false]").waitFor();
    const picture = () => frame.locator("path.release").first().getAttribute("d");
    const [before, address] = [await picture(), frame.url()];
    await page.evaluate(
      ([texts, count]) => {
        const target = document.querySelector("iframe")!.contentWindow!;
        const shapes = (text: string): unknown[] => [
          text,
          { type: text, payload: text },
          { id: "0", type: "APPLY", path: ["release"], argumentList: [{ type: "RAW", value: text }] },
          { method: text, params: [text] },
          new ArrayBuffer(8),
          [text, new Map([[text, text]])],
        ];
        for (let i = 0; i < count; i++)
          for (const shape of shapes(texts[i % texts.length]!)) target.postMessage(shape, "*");
      },
      [hostileTexts, casesOf(1000, 40)] as const,
    );
    await frame.evaluate(() => window.pageRests!());
    expect([await picture(), frame.url()]).toEqual([before, address]);
    await page.evaluate((site) => {
      document.querySelector("iframe")!.src = `${site}#/density?v=1&h=%00&epsilon=1e999&data=%3Cscript%3E`;
    }, inject("siteUrl"));
    await frame.getByText("was not understood").first().waitFor();
    expect(await frame.locator("path.release[d]").count()).toBeGreaterThan(0);
    expect(complaints.filter((one) => !one.startsWith("left the site"))).toEqual([]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
