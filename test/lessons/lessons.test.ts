import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compileLesson, LessonError, lessonIds } from "../../scripts/lessons.mjs";
import { studies, studyIds } from "../../src/app/studies.ts";
import { isRight } from "../../src/lessons/lesson.ts";
import { isStudy, studyOf } from "../../src/state/scenario/linkCodec.ts";

const textOf = (id: string) => readFileSync(new URL(`../../lessons/${id}.md`, import.meta.url), "utf8");

describe.each(lessonIds())("%s", (id) => {
  const lesson = compileLesson(id, textOf(id));

  test.each(lesson.steps)("“$title”: its link is understood, its controls exist, one answer is right", async (step) => {
    for (const link of [step.link, step.then].filter((one) => one !== undefined)) {
      const name = studyIds.find((known) => isStudy(studyOf(link), known));
      expect(name, `${id}: the link ${link} must name a study: ${studyIds.join(", ")}`).toBeDefined();
      const { study } = await studies.find((entry) => entry.id === name)!.load();
      const { problems } = study.links.decode(link);
      const misread = problems.map(({ sentence }) => sentence).join(" ");
      expect(misread, `${id}: the link ${link} is not understood. ${misread}`).toBe("");
      const tools: object = study.screen.stagedTools ?? {};
      const known = ["draw", ...Object.keys(study.fields), ...Object.keys(tools)];
      const unknown = step.controls.filter((control) => !known.includes(control)).join(", ");
      expect(unknown, `${id}: controls: “${unknown}” is none of ${name}, which has ${known.join(", ")}`).toBe("");
    }
    const { ask } = step;
    const answers =
      ask.kind === "choice" ? ask.options.map((_, i) => i) : ask.kind === "number" ? [ask.right ?? []].flat() : [];
    const isOpinion = ask.kind === "curve" || (ask.kind === "number" && ask.right === undefined);
    expect(answers.filter((answer) => isRight(ask, answer))).toHaveLength(isOpinion ? 0 : 1);
  });
});

const step = "```step\nlink: #/density\n```\n";
const whole = (steps: string) =>
  `---\ntitle: A\nminutes: 5\naim: B\n---\n\n${steps}\n# For the teacher\n\nC\n\n# Sources\n\nD\n`;
const good = `## Q\n\n${step}\n- [x] a\n- [ ] b\n\n### Reveal\n\nR.\n\n`;

test("a lesson in a few lines is one", () => {
  expect(compileLesson("x", whole(good + good + good)).steps).toHaveLength(3);
});

test.each([
  ["no head", "## Q", "must begin with a line ---"],
  [
    "a field twice",
    whole(good + good + good).replace("minutes: 5", "minutes: 5\nminutes: 6"),
    "minutes is given twice",
  ],
  ["minutes in words", whole(good + good + good).replace("minutes: 5", "minutes: five"), "expected a whole number"],
  ["two steps", whole(good + good), "2 steps: expected 3 to 6"],
  ["an unknown field", whole(good + good + good.replace("link:", "colour: red\nlink:")), "“colour” means nothing here"],
  ["no link", whole(good + good + good.replace("link: #/density", "controls: h")), "link is missing"],
  ["a link to elsewhere", whole(good + good + good.replace("#/density", "https://x.y")), "must begin with #/"],
  ["four controls", whole(good + good + good.replace("#/density", "#/density\ncontrols: a,b,c,d")), "at most three"],
  ["no answer", whole(good + good + good.replace("[x]", "[ ]")), "exactly one of its choices must be ticked"],
  ["two answers", whole(good + good + good.replace("[ ]", "[x]")), "exactly one of its choices must be ticked"],
  ["no question", whole(good + good + good.replace("- [x] a\n- [ ] b", "text")), "must ask one question"],
  [
    "two questions",
    whole(good + good + good.replace("#/density", "#/density\nnumber: a from 0 to 1, right 0.5 within 0.1")),
    "must ask one question",
  ],
  [
    "a number in words",
    whole(good + good + good.replace("- [x] a\n- [ ] b", "").replace("#/density", "#/density\nnumber: about five")),
    "expected “name from",
  ],
  ["a strange picture", whole(good + good + good.replace("link: #/density", "picture: cat")), "no picture “cat”"],
  ["a strange number", whole(good + good + good.replace("link: #/density", "picture: purse, cats 3")), "“cats 3”"],
  [
    "a picture and a link",
    whole(good + good + good.replace("link: #/density", "link: #/density\npicture: purse")),
    "either a link or a picture",
  ],
  [
    "a curve without its truth",
    whole(good + good + good.replace("- [x] a\n- [ ] b", "").replace("#/density", "#/density\ncurve: f")),
    "shows the truth",
  ],
  [
    "an answer beyond the scale",
    whole(
      good +
        good +
        good
          .replace("- [x] a\n- [ ] b", "Q?")
          .replace("#/density", "#/density\nnumber: a from 0 to 1, right 2 within 1"),
    ),
    "2 must lie from 0 to 1",
  ],
  ["nothing after the guess", whole(good + good + good.replace("R.", "")), "after “### Reveal” is missing"],
  ["no reveal", whole(good + good + good.replace("### Reveal", "Reveal")), "### Reveal"],
  ["61 words", whole(good + good + good.replace("## Q", `## ${"word ".repeat(59)}`)), "expected at most 60"],
  ["HTML", whole(good + good + good.replace("R.", "<script>alert(1)</script>")), "has no place in a lesson"],
  [
    "HTML in a line",
    whole(good + good + good.replace("R.", 'a <img src=x onerror="alert(1)"> b')),
    "has no place in a lesson",
  ],
  ["a picture", whole(good + good + good.replace("R.", "![a](b.png)")), "has no place in a lesson"],
  [
    "a script as an address",
    whole(good + good + good.replace("R.", "[a](javascript:alert(1))")),
    "must begin with https:// or #/",
  ],
  ["no notes", whole(good + good + good).replace("# For the teacher", "# Notes"), "For the teacher"],
])("a lesson with %s is refused with a sentence for its author", (_, text, sentence) => {
  expect(() => compileLesson("x", text)).toThrow(LessonError);
  expect(() => compileLesson("x", text)).toThrow(sentence);
});

test("an opinion and a drawn curve are neither right nor wrong", () => {
  expect(isRight({ kind: "number", label: "ε", min: 0, max: 1 }, 0.5)).toBeUndefined();
  expect(isRight({ kind: "curve", label: "f" }, [0, 1])).toBeUndefined();
  expect(isRight({ kind: "number", label: "ε", min: 0, max: 1, right: 0.4, within: 0.1 }, 0.45)).toBe(true);
});
