import { expect, test } from "vitest";
import { faults } from "../../../src/core/privacy/attack/faults.ts";
import { calibrate } from "../../../src/state/presented/budgetInForce.ts";
import { entryMechanism } from "../../../src/core/privacy/mechanisms/entryMechanism.ts";
import { gaussianMechanism } from "../../../src/core/privacy/mechanisms/mechanism.ts";
import { faultsOf, firstRounds, playedAt } from "../../../src/panels/attack/BrokenOnPurpose.tsx";

test("noise that is too rough is offered for functions, noise that is too smooth also for coordinates", () => {
  const offered = (law: "gaussian" | "laplace", isCorrelated: boolean) => faultsOf({ law, isCorrelated });
  expect(offered("gaussian", true)).toEqual(faults);
  expect(offered("gaussian", false)).toEqual(faults.filter((fault) => fault !== "rough"));
  expect(offered("laplace", false)).toEqual(faults.filter((fault) => fault !== "rough" && fault !== "smooth"));
});

test("firstRounds() are as many as half the noise needs, and 5,000 where none would do", () => {
  const muOf = (epsilon: number) =>
    1 / gaussianMechanism.multiplierOf({ epsilon, delta: 1e-5, calibration: "analytic" });
  const rounds = [0.01, 0.2, 1, 20].map((epsilon) => firstRounds({ kind: "gaussian", mu: muOf(epsilon) }));
  expect(rounds).toEqual([5000, 100_000, 5000, 5000]);
});

test("playedAt() lowers a pure ε that no rounds refute to 2, with the noise of that claim", () => {
  const mechanism = entryMechanism({ entries: 2, adjacency: 1, pointMass: 0, isStaircase: false });
  const at = (epsilon: number) => {
    const budget = calibrate({ epsilon, delta: 0, calibration: "analytic" }, mechanism);
    if (budget instanceof Error) throw budget;
    return { claim: budget.loss, budget };
  };
  const { claim, budget } = playedAt(at(16));
  expect(claim).toEqual({ kind: "pure", epsilon: 2 });
  const drawn = mechanism.lossOf(budget.multiplier);
  expect(drawn.kind === "pure" && drawn.epsilon).toBeCloseTo(2, 10);
  const small = at(0.5);
  expect(playedAt(small)).toEqual(small);
});
