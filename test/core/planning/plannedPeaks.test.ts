import { expect, test } from "vitest";
import { allPeaksAt, plannedPeaks, releaseForPeaks } from "../../../src/core/planning/plannedPeaks.ts";
import { lastOf } from "../../../src/core/slices.ts";
import { eightHundred, twoPeaks } from "./mixtures.ts";

const peaksAt = (bandwidth: number) => lastOf(plannedPeaks({ ...twoPeaks, bandwidth, releaseCount: 400 }));

test("releaseForPeaks: both peaks in 9 of 10 at ε = 0.273, by another simulation; the two differ by their chance", () => {
  const peaks = peaksAt(5.5);
  expect(peaks.visibility.peaks.map(({ position }) => Math.round(position[0]!))).toEqual([35, 62]);
  const back = releaseForPeaks(peaks, 0.9, eightHundred);
  if (!back.isReached) throw new Error("not reached");
  // The share falls by 0.05 where ε falls by a tenth; 400 releases know it to 0.015.
  expect(Math.abs(back.value.epsilon - 0.273)).toBeLessThan(0.02);
  expect(allPeaksAt(peaks, { ...eightHundred, epsilon: back.value.epsilon }).share).toBeCloseTo(0.9, 9);
  const { standardError } = allPeaksAt(peaks, { ...eightHundred, epsilon: back.value.epsilon });
  expect(standardError).toBeCloseTo(0.015, 9);
  expect(allPeaksAt(peaks, { ...eightHundred, recordCount: back.value.recordCount }).share).toBeCloseTo(0.9, 9);
});

test("releaseForPeaks: peaks that smoothing merges are shown by no ε", () => {
  expect(releaseForPeaks(peaksAt(20), 0.9, eightHundred)).toEqual({ isReached: false, least: 0, goal: 0.9 });
});
