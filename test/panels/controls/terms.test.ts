import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { lessonTerms } from "../../../src/lessons/lessonTerms.ts";
import { cutAtTerm } from "../../../src/panels/controls/terms.ts";

const glossary = readFileSync(new URL("../../../docs/glossary.md", import.meta.url), "utf8");

test.each(Object.entries(lessonTerms))("“%s” is explained as in the glossary", (term, text) => {
  expect(glossary).toContain(`| ${term} | ${text} |`);
});

test("the first term of a text is found, whole words alone", () => {
  expect(cutAtTerm("largest noise σ")).toEqual(["largest ", "noise", " σ"]);
  expect(cutAtTerm("Slack and noise")).toEqual(["", "Slack", " and noise"]);
  expect(cutAtTerm("At ε = 1, not here: ℓε", lessonTerms)).toEqual(["At ", "ε", " = 1, not here: ℓε"]);
  expect(cutAtTerm("noisier, invisible")).toBeUndefined();
});
