import { describe, expect, test } from "vitest";
import type { ColumnOutline } from "../../../src/core/records/outline.ts";
import { beginDraft, changedDraft, draftOfPersons } from "../../../src/panels/setup/draft.ts";
import type { Draft } from "../../../src/panels/setup/draft.ts";
import { densityDeclaration } from "../../../src/studies/density/model/declaration.ts";
import { study } from "../../../src/studies/density/definition.ts";
import type { DensityScenario } from "../../../src/studies/density/model/scenario.ts";
import type { ScenarioStore } from "../../../src/state/scenario/scenarioStore.ts";

const column = (name: string, kind: ColumnOutline["kind"]): ColumnOutline => ({ name, kind, missingCount: 0 }) as never;
const numbers = (name: string): ColumnOutline => ({ ...column(name, "number"), numeric: true, unit: "" });
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

describe("a declaration that begins with what a link says", () => {
  const link = study.links.encode({
    ...{ ...start, data: "own", h: 0.2166, domainX: [0, 90], epsilon: 0.7, delta: 1e-4 },
    provenance: { h: "looked", domainX: "affirmed", epsilon: "bought" },
  });
  const begun = (hash: string, table = { ...outline, columns: [numbers("age"), column("id", "id")] }) => {
    const { values } = study.links.decode(hash);
    const scenarios = { getState: () => ({ scenario: values }) } as unknown as ScenarioStore<DensityScenario>;
    return beginDraft({
      ...{ outline: table, declaration: densityDeclaration, definition: study, scenarios },
      ...{ anew: undefined, seen: new Set<string>() },
    });
  };

  test("keeps as looked at what the link says was looked at, or affirmed or bought elsewhere", () => {
    const draft = begun(link);
    expect(draft.open.size).toBe(0);
    expect(draft.scenario).toMatchObject({ h: 0.2166, domainX: [0, 90] });
    expect(draft.scenario.provenance).toEqual({ h: "looked", domainX: "looked", epsilon: "looked" });
  });

  test("lets go of it where the person types another value, and nowhere else", () => {
    const typed = changedDraft(begun(link), { domainX: [0, 100] }, {}, questionsOf);
    expect(typed.scenario.provenance).toEqual({ h: "looked", epsilon: "looked" });
    const same = changedDraft(begun(link), { domainX: [0, 90], unitX: "years" }, {}, questionsOf);
    expect(same.scenario.provenance).toEqual(begun(link).scenario.provenance);
  });

  test("keeps it for what still comes from the link where the file has other columns", () => {
    const draft = begun(link, { ...outline, columns: [numbers("AGE"), column("id", "id")] });
    expect(draft.scenario.x).toBe("AGE");
    expect(draft.scenario.epsilon).toBe(0.7);
    expect(draft.scenario.provenance["epsilon"]).toBe("looked");
    expect(draft.scenario.provenance["h"]).toBe(draft.scenario.h === 0.2166 ? "looked" : undefined);
  });

  test("has none from a link to an example, whose records are public", () => {
    const draft = begun("#/density?v=1&data=faithful&h=0.2166&origin=h:looked");
    expect(draft.scenario.provenance).toEqual({});
  });
});

test("what is declared anew of a column that was drawn counts as looked at, whatever is typed", () => {
  const drawn = { ...start, data: "own", domainX: [0, 90] as const, provenance: { h: "looked" as const } };
  const scenarios = { getState: () => ({ scenario: drawn }) } as unknown as ScenarioStore<DensityScenario>;
  const draft = beginDraft({
    ...{ outline, declaration: densityDeclaration, definition: study, scenarios },
    anew: { change: {}, reopens: ["domainX"] },
    seen: new Set(["age"]),
  });
  const typed = changedDraft(draft, { domainX: [0, 100] }, { closes: ["domainX"] }, questionsOf);
  expect(typed.scenario.provenance).toEqual({ h: "looked", domainX: "looked" });
});
