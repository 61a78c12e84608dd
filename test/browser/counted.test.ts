import { expect, test } from "vitest";
import { drawn, drawOwn, dropFile, readItSo, usePage } from "../support/page.ts";

const at = usePage();

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
