import { expect, test } from "vitest";
import { drawn, drawOwn, dropFile, readItSo, useBrowser, usePage } from "../support/page.ts";
import { swept } from "../support/swept.ts";

const at = usePage();
const open = useBrowser();

test("values and counts are drawn as records; a person may say that each row is one, and weights are refused", async () => {
  const { page, complaints } = await at("#/density?data=sleep");
  const said = () => page.locator(".declare").innerText();
  await dropFile(page, "counted.csv", "value,count\n3,12\n4,40\n5,30\n6,9\n");
  await readItSo(page);
  const type = page.getByLabel("count is read as");
  expect(await type.inputValue()).toBe("count");
  expect(await said()).toContain("4 rows are 91 records");
  await type.selectOption("whole");
  await expect.poll(said).toContain("4 rows, 2 columns");
  await page.getByLabel("value is read as").selectOption("count");
  await expect.poll(said).toContain("18 rows, 2 columns");
  await page.getByLabel("value is read as").selectOption("point");
  await type.selectOption("count");
  await expect.poll(said).toContain("91 rows, 2 columns");
  await drawOwn(page, { lower: "0", upper: "10" });
  await drawn(page);
  await expect.poll(() => decodeURIComponent(page.url())).toContain("!count*count");
  await dropFile(page, "weights.csv", "value,weights\n3,0.8\n4,1.3\n5,2.1\n");
  await readItSo(page);
  expect(await said()).toContain("“weights” has 0.8, so it does not count records");
  await page.getByLabel("weights is read as").selectOption("count");
  await page.getByText("under weights one person counts many times").waitFor();
  expect(complaints).toEqual([]);
});

// In every run: test/workers/cases.test.ts reads as many, test/studies/cases.test.ts takes a first look.
swept("of 5,000 columns one is found, and a few curves are seen before they are declared", async () => {
  const { page, complaints } = await open("#/density?data=sleep");
  await drawn(page);
  const columns = Array.from({ length: 5000 }, (_, j) => `v${j}`);
  const rows = [1, 2, 3].map((i) => columns.map((_, j) => (i * j) % 7));
  await dropFile(page, "wide.csv", [columns, ...rows].join("\n"));
  await page.getByText("3 rows, 5,000 columns.").waitFor();
  await readItSo(page);
  await page.getByRole("searchbox", { name: "Search Column", exact: true }).fill("v4321");
  await page.getByLabel("Column", { exact: true }).selectOption("v4321");
  await drawOwn(page, { lower: "0", upper: "7" });
  await drawn(page);
  await expect.poll(() => page.url()).toContain("x=v4321");
  const curves = await open("#/meanCurve?data=chick-weight");
  await drawn(curves.page);
  await dropFile(curves.page, "curves.csv", "time,s1,s2,s3\n0,1,2,3\n1,2,3,4\n2,1,3,5\n");
  await readItSo(curves.page);
  await curves.page.getByRole("button", { name: "Show a few curves" }).click();
  await curves.page.getByText("3 of 3 curves, as the file has them: 3 values each.").waitFor();
  expect(await curves.page.locator(".first-look polyline").count()).toBe(3);
  expect([...complaints, ...curves.complaints]).toEqual([]);
});
