import { survivingTabs } from "./survivingTabs.mjs";
import { quantile } from "./timing.mjs";
import { benchSite } from "./benchSite.mjs";

const share = Number(process.env.ENDURANCE ?? 1);
const [kills, hangs, loads, moves] = [100, 5, 200, 2000].map((count) => 2 * Math.ceil((share * count) / 2));
const studies = [
  ["#/density?data=faithful", "Bandwidth"],
  ["#/boundary?data=moons", "Penalty"],
  ["#/meanCurve?data=chick-weight", "Penalty"],
];

/** What a long day does to a page: workers that are killed or hang, tables loaded again and again, sliders dragged. */
export async function enduranceRows() {
  const { address, close } = await benchSite();
  const { open, attempt, close: closeTabs } = survivingTabs(address, { ready: rested });
  const rows = [];
  const row = (name, size) => ({ name, size });
  await attempt(rows, row("killed workers", `${kills} kills`), () => killed(open));
  await attempt(rows, row("hung worker", `${hangs} hangs`), () => hung(open));
  await attempt(rows, row("heap after loading tables", `${loads} tables`), () =>
    grown(open, loadTables, `${loads} tables`),
  );
  const dragging = `${moves} moves in each study`;
  await attempt(rows, row("heap after dragging", dragging), () => grown(open, dragSliders, dragging));
  await closeTabs();
  await close();
  return rows;
}

/**
 * Workers closed without a word before a picture is asked for: the time until the page has noticed and started another one, and
 * until the picture is there all the same. Every second time the one that took their place is closed as well, a little later,
 * as it loads, is given the records, or computes.
 */
async function killed(open) {
  const [noticed, once, twice] = [[], [], []];
  let done = 0;
  for (const [hash, slider] of studies) {
    const page = await open(hash);
    for (let k = 0; done < kills && k < Math.ceil(kills / studies.length); k++, done++) {
      await rested(page);
      const before = await stillPicture(page);
      kill(page);
      const start = performance.now();
      page.once("worker", () => {
        noticed.push(performance.now() - start);
        if (done % 2) setTimeout(kill, (done * 53) % longestWait, page);
      });
      await page
        .getByRole("slider", { name: slider })
        .first()
        .press(k % 2 ? "PageUp" : "PageDown");
      if (await changed(page, before)) (done % 2 ? twice : once).push(performance.now() - start);
    }
    await page.close();
  }
  const row = (name, measured, of, target) => {
    const size = `${measured.length} of ${of}`;
    return { name, size, median: quantile(measured, 0.5), high: quantile(measured, 1), unit: "ms", target };
  };
  return [
    row("killed workers, to another worker", noticed, done, 1000),
    row("killed workers, to the new picture", once, Math.ceil(done / 2), 3000),
    row("killed twice, to the new picture", twice, Math.floor(done / 2), 3000),
  ];
}

/** Every second worker that takes another's place lives at most so long, in milliseconds. */
const longestWait = 120;

function kill(page) {
  for (const worker of page.workers()) void worker.evaluate("close()").catch(() => undefined);
}

/** Workers that hang: the time until the page says so, and until another worker has answered. */
async function hung(open) {
  const [noticed, answered] = [[], []];
  for (let k = 0; k < hangs; k++) {
    // A new page each time: its first worker is the one that is asked for pictures.
    const page = await open(studies[0][0]);
    const before = await picture(page);
    void page
      .workers()[0]
      .evaluate("for (;;);")
      .catch(() => undefined);
    const start = performance.now();
    await page.getByRole("slider", { name: studies[0][1] }).press("PageDown");
    await page.getByText("has not answered for a while").waitFor({ timeout: 60_000 });
    noticed.push(performance.now() - start);
    if (await changed(page, before, 120_000)) answered.push(performance.now() - start);
    await page.close();
  }
  const row = (name, times, target) => {
    const size = `${times.length} of ${hangs}`;
    return { name, size, median: quantile(times, 0.5), high: quantile(times, 1), unit: "ms", target };
  };
  return [row("hung worker, to the sentence", noticed, 4000), row("hung worker, to the new picture", answered, 30_000)];
}

/** How much the page's heap grows over the second half of what is done to it; the first half fills what is kept on purpose. */
async function grown(open, act, what) {
  const page = await open(studies[0][0]);
  const client = await page.context().newCDPSession(page);
  const heap = async () => {
    await client.send("HeapProfiler.collectGarbage");
    const { usedSize, embedderHeapUsedSize, backingStorageSize } = await client.send("Runtime.getHeapUsage");
    return (usedSize + embedderHeapUsedSize + backingStorageSize) / 1e6; // Arrays of numbers are in the last one.
  };
  const start = await heap();
  await act(page);
  const half = await heap();
  await act(page);
  const end = await heap();
  await page.close();
  const size = `${what}: ${[start, half, end].map((value) => value.toFixed(1)).join(", ")} MB`;
  return { size, median: end - half, unit: "MB, growth in the second half", target: 2 };
}

async function loadTables(page) {
  for (let k = 0; k < loads / 2; k++) {
    const rows = Array.from({ length: 2000 }, (_, i) => ((i * 7919 + k * 104729) % 10007) / 10007);
    await page.evaluate(
      (text) => {
        const transfer = new globalThis.DataTransfer();
        transfer.items.add(new globalThis.File([text], "own.csv"));
        document.body.dispatchEvent(new globalThis.DragEvent("drop", { dataTransfer: transfer, bubbles: true }));
      },
      `v${k}\n${rows.join("\n")}\n`,
    );
    await page.getByRole("button", { name: "Explore first" }).click();
    await page.waitForFunction((name) => location.hash.includes(`x=${name}&`), `v${k}`);
    await rested(page);
  }
}

async function dragSliders(page) {
  for (const [hash, slider] of studies) {
    await page.evaluate((hash) => (location.hash = hash), hash);
    await page.getByRole("slider", { name: slider }).first().waitFor();
    await rested(page);
    await page.evaluate(
      async ([names, moves]) => {
        const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set;
        for (let k = 0; k < moves / 2; k++) {
          const inputs = [...document.querySelectorAll("input[type=range]")].filter((input) =>
            names.some((name) => (input.ariaLabel ?? input.labels?.[0]?.textContent ?? "").startsWith(name)),
          );
          const input = inputs[Math.floor(k / 50) % inputs.length];
          setValue.call(input, String(300 + (k % 50) * 6));
          input.dispatchEvent(new Event("input", { bubbles: true }));
          await new Promise((resolve) => setTimeout(resolve, 4));
        }
      },
      [["Privacy loss", slider], moves],
    );
    await rested(page);
  }
}

const picture = (page) =>
  page.evaluate(() => {
    const canvases = [...document.querySelectorAll("#picture canvas")].map((canvas) => canvas.toDataURL());
    return [...canvases, document.querySelector("path.release")?.getAttribute("d")].join();
  });

/** The picture once it stands still: it glides, and what is shown at rest may take another moment. */
async function stillPicture(page) {
  for (let last = await picture(page); ;) {
    await new Promise((resolve) => setTimeout(resolve, 400));
    const now = await picture(page);
    if (now === last) return now;
    last = now;
  }
}

/** Whether another picture comes. */
async function changed(page, before, patience = 20_000) {
  for (const end = performance.now() + patience; performance.now() < end;) {
    if ((await picture(page)) !== before) return true;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return false;
}

async function rested(page) {
  await page.locator("#picture[aria-busy=false][data-stale=false]").waitFor({ timeout: 60_000 });
  await page.waitForFunction(() => (document.querySelector("[data-testid=sentence]")?.textContent ?? "") !== "");
}
