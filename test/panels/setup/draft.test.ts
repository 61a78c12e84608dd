import { describe, expect, test } from "vitest";
import type { ColumnOutline } from "../../../src/core/records/outline.ts";
import { changedDraft, draftOfPersons } from "../../../src/panels/setup/draft.ts";
import type { Draft } from "../../../src/panels/setup/draft.ts";
import { densityDeclaration } from "../../../src/studies/density/model/declaration.ts";
import { study } from "../../../src/studies/density/definition.ts";
import type { DensityScenario } from "../../../src/studies/density/model/scenario.ts";

const column = (name: string, kind: ColumnOutline["kind"]): ColumnOutline => ({ name, kind, missingCount: 0 }) as never;
const outline = { columns: [column("age", "number"), column("id", "id")], rowCount: 9, notices: [] };
const questionsOf = (draft: DensityScenario) => densityDeclaration.questions(draft, outline);
const start: DensityScenario = {
  ...study.links.decode("").values,
  x: "age",
  y: "",
  person: "",
  perPerson: 1,
  groups: "",
};
const bought: Draft<DensityScenario> = {
  scenario: { ...start, domainX: [20, 60], provenance: { domainX: "bought", epsilon: "bought" } },
  open: new Set(),
};
const domainQuestion = (draft: DensityScenario) => {
  const found = questionsOf(draft).find((question) => question.kind === "interval" && question.field === "domainX");
  if (found?.kind !== "interval") expect.unreachable();
  return found;
};

describe("a range that is bought before the picture", () => {
  test("is offered where each row is a person's, of all rows together", () => {
    expect(domainQuestion(start).buys).toBeDefined();
    for (const change of [{ person: "id" }, { groups: "id" }, { only: "id" }, { y: "id" }])
      expect(domainQuestion({ ...start, ...change }).buys).toBeUndefined();
  });

  test("is to be declared once persons may have several rows, and stays while they do not", () => {
    const { protection } = densityDeclaration;
    const ofPersons = draftOfPersons(bought, protection.change("id", 5), densityDeclaration, questionsOf);
    expect([...ofPersons.open]).toEqual(["domainX"]);
    expect(ofPersons.scenario).toMatchObject({ person: "id", perPerson: 5, provenance: { epsilon: "bought" } });
    expect(ofPersons.scenario.provenance).not.toHaveProperty("domainX");
    const back = draftOfPersons(bought, protection.change("", 5), densityDeclaration, questionsOf);
    expect(back.open.size).toBe(0);
    expect(back.scenario.provenance).toEqual(bought.scenario.provenance);
    // Another setting leaves it as it is.
    expect(changedDraft(bought, { h: 2 }, {}, questionsOf).open.size).toBe(0);
  });
});
