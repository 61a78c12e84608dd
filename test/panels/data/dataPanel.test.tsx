import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { DataPanel } from "../../../src/panels/data/DataPanel.tsx";
import type { DataState } from "../../../src/state/presented/dataState.ts";

const nothing = () => undefined;
const act = {
  readTable: nothing,
  cancelReading: nothing,
  dismissFailure: nothing,
  showOwn: nothing,
  declareAnew: nothing,
};
const calm: DataState = {
  columns: [],
  reading: undefined,
  loading: undefined,
  making: false,
  readBytes: undefined,
  fileProblem: undefined,
  problem: undefined,
  edited: false,
};
const shown = (data: Partial<DataState>, chosen = "own", offered = false) =>
  renderToStaticMarkup(
    <DataPanel
      examples={[{ id: "some", title: "Some", description: "" }]}
      chosen={chosen}
      data={{ ...calm, ...data }}
      problem={undefined}
      missing={{ offered, droppedCount: 7 }}
      act={act}
      onExample={nothing}
    >
      {() => null}
    </DataPanel>,
  );

describe("what depends on the records is named where it stands", () => {
  const problem = { parameter: "response", sentence: "response must be a column of two classes; got one class only" };

  test("a refusal of one's own data", () => {
    expect(shown({ problem })).toContain("That the data cannot be drawn depends on the records");
    expect(shown({})).not.toContain("depends on the records");
    expect(shown({ problem }, "some")).not.toContain("depends on the records");
  });

  test("rows that are counted without a value, and rows that are not", () => {
    expect(shown({}, "own", true)).toMatch(
      /Rows without a value in a chosen column are counted.*7 rows left out: beyond/,
    );
    expect(shown({})).not.toContain("left out");
  });
});
