import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { firstScreen } from "../../src/app/firstScreen.tsx";
import { entryIds, openings } from "../../src/app/studies.ts";
import { readFirstAnswer } from "../../src/engine/firstAnswer.ts";
import { memoryAddress } from "../../src/state/addressBar.ts";
import { createRouter } from "../../src/state/scenario/router.ts";
import { study } from "../../src/studies/density/definition.ts";

const { markup, skeleton, links, answer } = firstScreen();

test("firstScreen() holds nothing that the policy of the page forbids, nor what only a living page may have", () => {
  for (const drawn of [markup, skeleton]) {
    expect(drawn).not.toMatch(/ style=|<script|<style| on\w+=/);
    expect(drawn).not.toMatch(/data-testid|aria-live/);
    expect(drawn.match(/ id="/g)).toHaveLength(1);
  }
});

test("firstScreen() is inert, and says to readers that the page is starting", () => {
  expect(markup).toMatch(/^<div class="visually-hidden" role="main"><h1>Curveil<\/h1>/);
  expect(markup).toContain('<div class="page first" inert="" aria-hidden="true">');
});

test("every address of firstScreen() asks for the scenario of the start page, without a complaint", () => {
  const start = study.links.decode(openings.density).values;
  expect(links.length).toBeGreaterThan(2);
  for (const link of links) {
    const address = createRouter(memoryAddress(link), entryIds, openings).addressOf("density");
    const { values, problems } = study.links.decode(address.getHash());
    expect(values, link).toEqual(start);
    expect(problems, link).toEqual([]);
  }
});

test("the answer of firstScreen() is to what the page asks at these addresses", () => {
  const start = study.links.decode(openings.density).values;
  const { example, outline, choice, parameters } = readFirstAnswer(answer);
  expect(example).toBe(start.data);
  expect(choice).toEqual(study.session.choiceOf(start, outline));
  expect(parameters).toEqual(study.session.requestOf(start));
});

test("firstScreen() is the same each time, and small", () => {
  expect(firstScreen()).toEqual({ markup, skeleton, links, answer });
  expect(gzipSync(markup + skeleton).length).toBeLessThan(8000);
  expect(gzipSync(answer).length).toBeLessThan(26_000);
});
