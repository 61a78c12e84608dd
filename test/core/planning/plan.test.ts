import { expect, test } from "vitest";
import {
  classesPlanOf,
  densityPlanOf,
  meanPlanOf,
  planOfText,
  planText,
  routePlanOf,
  usualPlan,
  type Plan,
} from "../../../src/core/planning/plan.ts";

const parts = [
  { weight: 0.6, mean: -35, deviation: 6 },
  { weight: 4e-7, mean: 62.5, deviation: 1e12 },
];
const truth = { kind: "normals", parts } as const;

test("planOfText(planText(plan)) is the plan", () => {
  const targets: readonly Plan["target"][] = [
    { kind: "simulated", of: "total", measure: "peaks", percent: 1, inTen: 9 },
    ...(["deviation", "point", "everywhere"] as const).map(
      (confidence) => ({ kind: "share", of: "total", confidence, percent: 2.5 }) as const,
    ),
    { kind: "functional", of: "noise", functional: { kind: "value", at: -3 }, width: 0.01 },
    { kind: "functional", of: "total", functional: { kind: "slope", at: 3e9 }, width: 1e-7 },
    { kind: "functional", of: "noise", functional: { kind: "difference", from: 1, to: -2 }, width: 3 },
    { kind: "functional", of: "total", functional: { kind: "integral", from: 0, to: 0.5 }, width: 0.25 },
    ...(["accuracy", "disagreement", "entry", "mean", "height"] as const).map(
      (measure) => ({ kind: "simulated", of: "total", measure, percent: 2.5, inTen: 9.5 }) as const,
    ),
    { kind: "simulated", of: "noise", measure: "place", percent: 2, inTen: 9, between: [-3, 20] },
  ];
  for (const target of targets) {
    for (const plan of [
      { truth, target },
      { truth, recordCount: 1e12, target, pins: [{ epsilon: 0.1, recordCount: 7, tuning: 3e-5 }], looked: { h: 2.5 } },
      { truth: { kind: "drawn", heights: [0, 1, 0.5] }, target },
      {
        truth: { kind: "classes", parts: [{ of: 19, weight: 2, means: [-1, 2, 3], deviations: [1, 2, 1e9] }] },
        target,
      },
      { truth: { kind: "curves", heights: [0, -1, 0.5], deviation: 0, lengthScale: 0.2 }, target, held: "tuning" },
      { truth: { kind: "curves", heights: [0, -1], second: [3, 0, 1], deviation: 0, lengthScale: 0.2 }, target },
    ] as Plan[])
      expect(planOfText(planText(plan))).toEqual(plan);
  }
  const curves = "1,curves_1_0.2_0_1,noise_everywhere_5";
  expect([densityPlanOf(curves), meanPlanOf(planText(usualPlan([0, 1])))]).toEqual([undefined, undefined]);
  expect(meanPlanOf(curves)?.truth.heights).toEqual([0, 1]);
  const classes = "1,classes_2_1_1_0_0_1_1,noise_accuracy_1_9";
  expect([densityPlanOf(classes), meanPlanOf(classes), classesPlanOf(curves)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(routePlanOf("1,normals_1_0_1,total_slope_3_0.1")?.target).toMatchObject({ functional: { at: 3 }, width: 0.1 });
  expect(classesPlanOf(classes)?.truth.parts[0]!.of).toBe(1);
  expect(classesPlanOf(classes.replace("accuracy_1_9", "value_0_1"))).toBeUndefined();
  expect(planText({ ...usualPlan([0, 110]), recordCount: 800 })).toBe("1,normals_1_55_18,n_800,noise_everywhere_5");
});

test.each([
  "",
  "2,normals_1_0_1,noise_everywhere_5",
  "1,normals_1_0_1",
  "1,normals,noise_everywhere_5",
  "1,normals_1_0,noise_everywhere_5",
  "1,normals_1_0_0,noise_everywhere_5",
  "1,normals_1_NaN_1,noise_everywhere_5",
  "1,normals_0x1_0_1,noise_everywhere_5",
  `1,normals${"_1_0_1".repeat(6)},noise_everywhere_5`,
  "1,drawn_0_0_0,noise_everywhere_5",
  "1,drawn_1_2,noise_everywhere_5",
  "1,curves_1_2_1_1,noise_everywhere_5",
  "1,curves_-1_2_1_2,noise_everywhere_5",
  "1,curves_1_0_1_2,noise_everywhere_5",
  "1,drawn_1_-1_1,noise_everywhere_5",
  `1,drawn${"_1".repeat(66)},noise_everywhere_5`,
  "1,normals_1_0_1,n_0,noise_everywhere_5",
  "1,normals_1_0_1,n_1.5,noise_everywhere_5",
  "1,normals_1_0_1,n_1e13,noise_everywhere_5",
  "1,normals_1_0_1,m_10,noise_everywhere_5",
  "1,normals_1_0_1,noise_everywhere_0",
  "1,normals_1_0_1,noise_everywhere",
  "1,normals_1_0_1,noise_everywhere_5_5",
  "1,normals_1_0_1,noise_value_5",
  "1,normals_1_0_1,noise_value_5_-1",
  "1,normals_1_0_1,noise_integral_5_1",
  "1,normals_1_0_1,noise_toString_5_1",
  "1,normals_1_0_1,peaks_10",
  `1,normals_1_0_1,peaks_9${",pin_1_2_3".repeat(4)}`,
  "1,normals_1_0_1,peaks_9,pin_1_2.5_3",
  "1,normals_1_0_1,peaks_9,pin_1_2",
  "1,normals_1_0_1,peaks_9,took_h_1,pin_1_2_3",
  "1,classes,noise_accuracy_1_9",
  "1,classes_0_0_1,noise_accuracy_1_9",
  "1,classes_1_20_1_0_1,noise_accuracy_1_9",
  "1,classes_1_0.5_1_0_1,noise_accuracy_1_9",
  "1,classes_2_0_1_0_1,noise_accuracy_1_9",
  "1,classes_21_0_1_0_1,noise_accuracy_1_9",
  `1,classes_1${"_0_1_0_1".repeat(6)},noise_accuracy_1_9`,
  "1,classes_1_0_1_0_1,noise_accuracy_1",
  "1,classes_1_0_1_0_1,noise_accuracy_1_10",
  "1,classes_1_0_1_0_1,noise_accuracy_1_9_9",
  "1,normals_1_0_1,noise_place_1_9_5_5",
  "1,normals_1_0_1,noise_place_1_9_5",
  "1,curves_1_2_0_1_and_1,noise_everywhere_5",
  "1,curves_1_2_0_1_and_0_1_and_0_1,noise_everywhere_5",
  "1,normals_1_0_1,peaks_9,held_h",
  "1,normals_1_0_1,peaks_9,held_tuning,held_epsilon",
  "1,normals_1_0_1,peaks_9_9",
  "1,normals_1_0_1,n_5,noise_everywhere_5,noise_everywhere_5",
  "1,normals_1_0_1,noise_everywhere_5,took_h",
  "1,normals_1_0_1,noise_everywhere_5,took_h_1,took_h_2",
  "1,normals_1_0_1,noise_everywhere_5,took_h_1e999",
])("planOfText(%j) is undefined", (text) => {
  expect(planOfText(text)).toBeUndefined();
});
