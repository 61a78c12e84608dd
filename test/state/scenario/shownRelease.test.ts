import { beforeEach, describe, expect, test } from "vitest";
import type { ReleaseFile } from "../../../src/core/release/file/releaseFile.ts";
import { createScenarioStore } from "../../../src/state/scenario/scenarioStore.ts";
import { createReleaseShowing } from "../../../src/state/scenario/shownRelease.ts";
import { ditheredContents, sealed } from "../../support/releaseExamples.ts";
import { stillAddress, toyLinks } from "../toyStudy.ts";

let file: ReleaseFile;
beforeEach(async () => {
  file = await sealed(ditheredContents(9));
});

function showing() {
  const scenarios = createScenarioStore(toyLinks, stillAddress);
  const { store, ...act } = createReleaseShowing(scenarios, ["ceiling"]);
  return { scenarios, ...act, set: scenarios.getState().set, now: () => store.getState() };
}

describe("the release on show", () => {
  test("is shown outside, and stays when the owner goes in and out or moves what concerns previews only", () => {
    const { show, set, now, scenarios } = showing();
    show({ file, origin: "made" });
    expect(scenarios.getState().scenario.view).toBe("outside");
    set({ view: "inside" });
    set({ ceiling: 3 });
    set({ seed: "secure" });
    set({ view: "outside" });
    expect(now()).toEqual({ shown: { file, origin: "made" }, ended: undefined });
  });

  test.each([{ epsilon: 0.5 }, { delta: 1e-6 }, { h: 2 }, { data: "b" }, { column: "w" }, { draws: 2 }])(
    "ends when a setting moves: %o; and can be shown again",
    (change) => {
      const { show, set, now } = showing();
      show({ file, origin: "made" });
      set(change);
      expect(now()).toEqual({ shown: undefined, ended: { file, origin: "made" } });
      show(now().ended!);
      expect(now()).toEqual({ shown: { file, origin: "made" }, ended: undefined });
    },
  );

  test("a setting that is set to what it was ends nothing", () => {
    const { show, set, now, scenarios } = showing();
    show({ file, origin: "made" });
    set({ h: scenarios.getState().scenario.h });
    expect(now().shown?.file).toBe(file);
  });

  test("ends for good when the owner goes back to exploring, inside", () => {
    const { show, end, now, scenarios } = showing();
    show({ file, origin: "opened" });
    end();
    expect(now()).toEqual({ shown: undefined, ended: undefined });
    expect(scenarios.getState().scenario.view).toBe("inside");
  });

  test("other records end it, and where none is shown nothing changes", () => {
    const { show, supersede, now } = showing();
    supersede();
    expect(now()).toEqual({ shown: undefined, ended: undefined });
    show({ file, origin: "made" });
    supersede();
    expect(now().ended?.file).toBe(file);
  });

  test("of other data one that was made here is not offered again; one that was opened, and one that is shown, are", () => {
    for (const origin of ["made", "opened"] as const) {
      const { show, supersede, forget, now } = showing();
      show({ file, origin });
      forget();
      expect(now().shown?.file).toBe(file);
      supersede();
      forget();
      expect(now()).toEqual({ shown: undefined, ended: origin === "made" ? undefined : { file, origin } });
    }
  });
});
