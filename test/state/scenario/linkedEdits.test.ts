import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { codecWithEdits, createLinkedEdits, outsideLink } from "../../../src/state/scenario/linkedEdits.ts";
import { createScenarioStore } from "../../../src/state/scenario/scenarioStore.ts";
import { fakeHistory } from "../fakeHistory.ts";
import { toyLinks, type ToyScenario } from "../toyStudy.ts";

const examples: Readonly<Record<string, readonly number[]>> = { a: [1, 2, 3], b: [10, 20, 30], own: [5, 6, 7] };
/** Records of an example with columns v and w. */
const recordsOf = ({ data, column }: ToyScenario): Records => ({
  values: Float64Array.from(examples[data]!, (value) => (column === "v" ? value : -value)),
});
interface Records {
  readonly values: Float64Array;
}

interface Session {
  readonly tableOf: string;
  readonly records: { readonly value: Records } | undefined;
  readonly edited: boolean;
  readonly answer?: { readonly records: Records };
  readonly failure?: object;
}

/** A study at an address; `load` ends what the worker does. */
function open(hash: string) {
  const history = fakeHistory(hash);
  const codec = codecWithEdits(toyLinks);
  const scenarios = createScenarioStore<ToyScenario>(codec, history.address);
  const session = createStore<Session>()(() => ({ tableOf: "", records: undefined, edited: false }));
  const edit = (value: Records | undefined) =>
    value ? session.setState({ records: { value }, edited: true, answer: { records: value } }) : loadAndPicture();
  const load = () => {
    const { scenario } = scenarios.getState();
    // As in a session, a table comes before its records, and these go before others come.
    session.setState({ tableOf: scenario.data });
    session.setState({ records: undefined, edited: false });
    session.setState({ records: { value: recordsOf(scenario) } });
  };
  const editable = {
    rowsOf: ({ values }: Records) => ({ values, width: 1 }),
    withRows: (_: Records, values: Float64Array) => (values.length > 0 ? { values } : undefined),
  };
  const edits = createLinkedEdits({ codec, scenarios, session, editable, edit });
  const loadAndPicture = () => {
    load();
    session.setState({ answer: { records: session.getState().records!.value } });
    edits.pictured();
  };
  const set = (change: Partial<ToyScenario>) => scenarios.getState().set(change, { commit: true });
  const wait = () => vi.advanceTimersByTime(1000);
  const move = (...values: readonly number[]) => edit({ values: Float64Array.from(values) });
  const values = () => [...session.getState().records!.value.values];
  const at = () => history.address.getHash();
  return {
    ...edits,
    history,
    scenarios,
    session,
    loadRecords: load,
    load: loadAndPicture,
    set,
    wait,
    move,
    values,
    at,
  };
}

/** The page loaded once more at an address. */
function reloaded(hash: string) {
  const page = open(hash);
  page.load();
  page.wait();
  return page;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("edits stand in the address after its link, a reload restores them, and they go with the last of them", () => {
  const page = reloaded("#/toy?data=a");
  const link = page.scenarios.getState().link();
  page.move(1, 2.5, 3);
  expect(page.at()).toBe(`${link}&edits=c1,2.5`);
  expect(page.link()).toEqual({ link: page.at(), leavesOut: "nothing" });
  expect(page.scenarios.getState().link()).toBe(link);
  const again = reloaded(page.at());
  expect([again.values(), again.at(), again.kept()]).toEqual([[1, 2.5, 3], page.at(), "address"]);
  page.wait();
  page.move(1, 2, 3);
  page.wait();
  expect(page.at()).toBe(link);
});

test("an opened link keeps its edits in the address while its records are on their way", () => {
  const page = open("#/toy?data=a&edits=r0");
  page.set({ h: 2 });
  expect(page.at()).toMatch(/&h=2.*&edits=r0$/);
  expect(page.link().link).toBe(page.at());
  page.load();
  expect(page.values()).toEqual([2, 3]);
});

test("edits of a link wait for the picture without them, unless it fails", () => {
  const page = open("#/toy?data=a&edits=r0");
  page.loadRecords();
  page.session.setState({ answer: { records: page.session.getState().records!.value } });
  expect([page.values(), page.kept()]).toEqual([[1, 2, 3], "address"]);
  page.pictured();
  expect(page.values()).toEqual([2, 3]);
  const failed = open("#/toy?data=a&edits=r0");
  failed.loadRecords();
  failed.session.setState({ failure: {} });
  expect(failed.values()).toEqual([2, 3]);
});

test("Back and Forward bring the edits of each step; a table that comes does not lend its records", () => {
  const page = reloaded("#/toy?data=a");
  page.set({ h: 2 });
  page.wait();
  page.move(1, 2, 9);
  page.set({ h: 3 });
  page.wait();
  expect(page.history.entries.map((entry) => /edits=.*/.exec(entry)?.[0])).toEqual([
    undefined,
    "edits=c2,9",
    "edits=c2,9",
  ]);
  page.history.go(-1);
  expect(page.values()).toEqual([1, 2, 9]);
  page.history.go(-1);
  expect(page.values()).toEqual([1, 2, 3]);
  page.history.go(1);
  expect([page.values(), page.scenarios.getState().scenario.h]).toEqual([[1, 2, 9], 2]);
  page.history.go(-1);
  page.history.visit("#/toy?data=b&edits=c0,11");
  page.load();
  expect(page.values()).toEqual([11, 20, 30]);
});

test("a drag of a point writes the address at most three times a second", () => {
  const page = reloaded("#/toy?data=a");
  for (let k = 1; k <= 1800; k++) {
    page.move(1, 2, 3 + k);
    vi.advanceTimersByTime(1000 / 60);
  }
  page.wait();
  const { push, replace } = page.history.calls;
  expect([push, replace < 90, page.at().endsWith("&edits=c2,1803")]).toEqual([0, true, true]);
});

test("outside nothing is edited in the address, and a link from outside brings no edits, which it says", () => {
  const page = reloaded("#/toy?data=a");
  page.move(4, 2, 3);
  const inside = page.at();
  page.wait();
  page.set({ view: "outside" });
  expect(page.at()).not.toContain("edits");
  expect([page.kept(), page.link().leavesOut]).toEqual(["nowhere", "edits"]);
  page.wait();
  page.history.go(-1);
  expect([page.at(), page.values()]).toEqual([inside, [4, 2, 3]]);
  expect(outsideLink(inside)).toBe(inside.replace("view=inside", "view=outside").replace("&edits=c0,4", ""));

  const opened = reloaded("#/toy?data=a&view=outside&edits=c0,4");
  expect([opened.values(), opened.at().includes("edits")]).toEqual([[1, 2, 3], false]);
  expect(opened.scenarios.getState().problems.at(-1)?.sentence).toContain("from inside only");
});

test("own data have edits in no address and no link; Back leaves them", () => {
  const page = reloaded("#/toy?data=own");
  page.move(5, 6, 8);
  page.set({ h: 2 });
  page.wait();
  expect([page.at().includes("edits"), page.kept(), page.link().leavesOut]).toEqual([false, "nowhere", "edits"]);
  page.history.go(-1);
  expect(page.values()).toEqual([5, 6, 8]);
});

test("edits without room stand in the link alone, then in none, and Back leaves them", () => {
  const page = reloaded("#/toy?data=a");
  page.set({ h: 2 });
  page.wait();
  const added = (count: number) => page.move(1, 2, 3, ...Array<number>(count).fill(1234567));
  added(150);
  page.wait();
  expect(page.at()).toMatch(/(_a1234567){149}$/);
  expect(page.at().length).toBeLessThanOrEqual(2000);
  expect(page.kept()).toBe("address");
  added(250);
  page.wait();
  expect([page.at().includes("edits"), page.kept()]).toEqual([false, "link"]);
  expect(reloaded(page.link().link).values()).toHaveLength(253);
  added(450);
  expect([page.kept(), page.link().leavesOut]).toEqual(["nowhere", "edits"]);
  page.history.go(-1);
  expect(page.values()).toHaveLength(453);
});

test("reset takes what was edited since, and edits that return are of their own column", () => {
  const page = reloaded("#/toy?data=a&edits=c0,4");
  page.move(4, 4, 4);
  page.reset();
  page.wait();
  expect([page.values(), page.at().endsWith("&edits=c0,4")]).toEqual([[4, 2, 3], true]);
  const { records } = page.session.getState();
  page.set({ column: "w" });
  page.load();
  expect(page.values()).toEqual([-1, -2, -3]);
  page.set({ column: "v" });
  page.session.setState({ records, edited: true }); // As undo does.
  page.wait();
  expect(page.at()).toMatch(/&edits=c0,4$/);
});
