import { expect, it } from "vitest";
import { frameMayWait, moveRule } from "../../../src/panels/screen/moveRule.ts";

const [axes, records] = [[{}], {}];
const shown = { scenario: { epsilon: 1, penalty: 1, kernel: "gaussian" }, view: { axes }, records };
const with_ = (change: Partial<(typeof shown)["scenario"]>) => ({
  ...shown,
  scenario: { ...shown.scenario, ...change },
});
type Scenario = (typeof shown)["scenario"];

it("is a move where ε, a setting that a study names, or nothing but values has changed", () => {
  expect(moveRule<Scenario>()(with_({ epsilon: 2 }), shown)).toBe(true);
  expect(moveRule<Scenario>()({ ...shown, view: { axes } }, shown)).toBe(true);
  const isMove = moveRule<Scenario>(({ kernel }) => (kernel === "gaussian" ? ["penalty"] : []));
  expect(isMove(with_({ epsilon: 2, penalty: 2 }), shown)).toBe(true);
  expect(isMove(with_({ penalty: 2, kernel: "matern" }), with_({ kernel: "matern" }))).toBe(false);
});

it.each([
  ["another setting", with_({ penalty: 2 })],
  ["other axes", { ...shown, view: { axes: [{}] } }],
  ["other records", { ...shown, records: {} }],
  ["no view any more", { ...shown, view: undefined }],
])("leaves %s to React", (_, now) => {
  expect(moveRule<Scenario>()(now, shown)).toBe(false);
  expect(moveRule<Scenario>(() => ["epsilon"])(now, shown)).toBe(false);
});

const whole = {
  view: {},
  data: { loading: undefined, making: false },
  failure: undefined,
  stale: false,
  computing: false,
};

it("that values are computed is said at once, and later that they are there", () => {
  const computed = { ...whole, view: {}, computing: true };
  expect(frameMayWait(computed, whole)).toBe(false);
  expect(frameMayWait(whole, computed)).toBe(true);
  expect(frameMayWait({ ...whole, view: {} }, whole)).toBe(true);
  expect(frameMayWait({ ...computed, view: {} }, computed)).toBe(true);
});

it.each([
  ["is gone", { ...whole, view: undefined }],
  ["is of data that are read", { ...whole, data: { loading: "a.csv", making: false } }],
  ["is of records that are made", { ...whole, data: { loading: undefined, making: true } }],
  ["failed", { ...whole, failure: "no worker" }],
  ["is stale", { ...whole, stale: true }],
])("a picture that %s is said to be so at once", (_, now) => {
  expect(frameMayWait(now, whole)).toBe(false);
  expect(frameMayWait(whole, now)).toBe(false);
});
