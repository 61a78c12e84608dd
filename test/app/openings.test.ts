import { expect, test } from "vitest";
import { openings, studies } from "../../src/app/studies.ts";

test.each(studies)("the opening of $title is a link without problems", async ({ id, load }) => {
  const { study } = await load();
  expect(study.links.decode(openings[id]).problems).toEqual([]);
});
