import { describe, expect, test } from "vitest";
import { boundaryExamples } from "../../../src/studies/boundary/model/examples.ts";
import {
  furtherField,
  heldText,
  inputsText,
  mostFurther,
  typedInputs,
} from "../../../src/state/scenario/furtherInputs.ts";
import { requestOf } from "../../../src/studies/boundary/model/request.ts";
import { boundaryLinks } from "../../../src/studies/boundary/model/links.ts";
import { boundaryProblems } from "../../../src/studies/boundary/model/problems.ts";

const two = [
  { name: "petal width", domain: [0, 3], at: 1.2 },
  { name: "a:b", domain: [-1, 1e6], at: 0.1 + 0.2 },
] as const;

test("inputs are read again as they are written, by lines or semicolons", () => {
  expect(typedInputs(inputsText(two))).toEqual({ inputs: two });
  expect(typedInputs(`\n ${inputsText(two, " ; ")} ;`)).toEqual({ inputs: two });
  expect(typedInputs("")).toEqual({ inputs: [] });
  expect(heldText({ data: "own", further: two })).toBe("petal width at 1.2, a:b at 0.30000000000000004");
  expect(heldText({ data: "iris", further: two })).toBe("petal width at 1.2 cm, a:b at 0.30000000000000004");
});

test.each([
  ["width", /“width” is not of the form/],
  ["width: 0..3", /not of the form/],
  ["width: 3..0 at 1", /lower end below/],
  ["width: 0..NaN at 1", /lower end below/],
  ["width: 0..3 at 4", /within its domain/],
  ["width: 0..3 at x", /within its domain/],
  ["w: 0..1 at 0; w: 0..1 at 0", /“w” is listed twice/],
  ["depth: 0..3 at 1", /“depth” is not a column of numbers/],
  [Array.from({ length: mostFurther + 1 }, (_, k) => `w${k}: 0..1 at 0`).join("\n"), /19 further inputs are too many/],
])("%j gets a sentence", (text, sentence) => {
  const typed = typedInputs(text, text.startsWith("depth") ? ["width"] : undefined);
  expect("problem" in typed && typed.problem).toMatch(sentence);
});

describe("the field of a link", () => {
  test("takes columns of an example only, and never writes a name that is a number", () => {
    const field = furtherField([], { columns: ["petal width"] });
    expect(field.parse("petal width: 0..3 at 1.2")).toEqual([two[0]]);
    expect(field.parse("length: 0..3 at 1.2")).toBeUndefined();
    expect(field.parse("x".repeat(5000))).toBeUndefined();
    expect(furtherField([], undefined).format([{ name: "3.14", domain: [0, 1], at: 0 }, two[0]])).toBe(
      "petal width: 0..3 at 1.2",
    );
  });

  test("goes round for examples, and asks the worker for all inputs", () => {
    const links = boundaryLinks(boundaryExamples);
    for (const data of ["iris-4", "breast-cancer"]) {
      const { values } = links.decode(`#/boundary?v=1&data=${data}`);
      expect(links.decode(links.encode(values)).values).toEqual(values);
      const { domain, held } = requestOf(values);
      expect(domain).toHaveLength(2 + values.further.length);
      expect(held).toEqual(values.further.map(({ at }) => at));
      const moved = { ...values, further: values.further.slice(1) };
      expect(links.decode(links.encode(moved)).values.further).toEqual(moved.further);
    }
    expect("held" in requestOf(links.decode("#/boundary?v=1&data=iris").values)).toBe(false);
  });
});

test("what is wrong with further inputs is said beside its control", () => {
  const { values } = boundaryLinks(boundaryExamples).decode("#/boundary?v=1&data=iris-4");
  const problems = (change: Partial<typeof values>) =>
    boundaryProblems({ ...values, ...change }, undefined).map(({ parameter }) => parameter);
  expect(problems({})).toEqual([]);
  expect(problems({ solver: "landmarks" })).toEqual(["solver"]);
  expect(problems({ x: "sepal width" })).toEqual(["further"]);
});
