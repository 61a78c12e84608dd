import SVM from "libsvm-js/asm.js";
import { expect, test } from "vitest";
import { fitRegularisedErm } from "../../../src/core/erm/solver/regularisedErm.ts";
import { hingeLoss } from "../../../src/core/erm/solver/losses.ts";
import { gaussianKernel } from "../../../src/core/kernels/gaussian.ts";
import { pointsFrom } from "../../../src/core/points.ts";
import { seededSource } from "../../../src/core/random/seededSource.ts";
import { libsvmTerms, libsvmWords } from "../../../src/studies/boundary/words/libsvmTerms.ts";

const [penalty, lengthScale] = [0.05, 0.2];

test("libsvmTerms: libsvm with this cost and γ draws the same boundary, and with C = 1/(2λ) another", () => {
  const random = seededSource(4);
  const half = Array.from({ length: 100 }, () => [0.5 + 0.2 * random.normal(), 0.5 + 0.2 * random.normal() + 0.08]);
  // Mirrored classes make the offset of libsvm vanish.
  const rows = [...half, ...half.map(([x, y]) => [1 - x!, 1 - y!])];
  const labels = rows.map((_, i) => (i < half.length ? 1 : -1));
  const { cost, gamma } = libsvmTerms(penalty, lengthScale, rows.length);
  const fit = fitRegularisedErm({
    points: pointsFrom(rows),
    responses: labels,
    kernel: gaussianKernel(lengthScale),
    loss: hingeLoss,
    penalty,
    gapTolerance: 1e-10,
  });
  const queries = Array.from({ length: 1000 }, () => [random.uniform(), random.uniform()]);
  const ours = fit.evaluate(pointsFrom(queries));
  const disagreeing = (C: number) => {
    const svm = new SVM({
      kernel: SVM.KERNEL_TYPES.RBF,
      type: SVM.SVM_TYPES.C_SVC,
      gamma,
      cost: C,
      tolerance: 1e-9,
      quiet: true,
    });
    svm.train(rows, labels);
    return svm.predict(queries).filter((label, i) => Math.abs(ours[i]!) > 1e-4 && label !== Math.sign(ours[i]!)).length;
  };
  expect(disagreeing(cost)).toBe(0);
  expect(disagreeing(1 / (2 * penalty))).toBeGreaterThan(20);
});

test("libsvmWords: λ = 0.05 and n = 600 are the cost 0.0167, ℓ = 0.2 is γ = 12.5, and no offset", () => {
  expect(libsvmWords({ penalty, lengthScale, kernel: "gaussian", task: "classification" }, 600)).toBe(
    "In e1071, scikit-learn and libsvm: cost C = 1/(2λn) = 0.0167, γ = 1/(2ℓ²) = 12.5 on the unit square. There is no offset here.",
  );
});
