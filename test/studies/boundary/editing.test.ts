import { expect, test } from "vitest";
import {
  nearestTo,
  placesOf,
  withMoved,
  withoutPoint,
  withPoint,
} from "../../../src/studies/boundary/model/editing.ts";
import { changedBy } from "../../../src/studies/boundary/picture/changedBy.ts";
import { classRecords, curveRecords } from "./boundaryView.ts";

const before = structuredClone({ classRecords, curveRecords });
const coordinates = ({ points }: typeof classRecords) => Array.from(points.coordinates);

test("withPoint adds a place with its label, or input with response", () => {
  const labelled = withPoint(classRecords, [0.3, 0.4], -1);
  expect(coordinates(labelled)).toEqual([...coordinates(classRecords), 0.3, 0.4]);
  expect(Array.from(labelled.responses)).toEqual([-1, 1, 1, -1, -1]);
  const curve = withPoint(curveRecords, [7, 33], 1);
  expect(coordinates(curve)).toEqual([...coordinates(curveRecords), 7]);
  expect(Array.from(curve.responses)).toEqual([21, 43, 55, 33]);
});

test("withMoved moves one record: a label stays, a response moves with its place", () => {
  const labelled = withMoved(classRecords, 1, [0.5, 0.6]);
  expect(coordinates(labelled).slice(2, 4)).toEqual([0.5, 0.6]);
  expect(labelled.responses).toEqual(classRecords.responses);
  const curve = withMoved(curveRecords, 2, [8, 50]);
  expect([coordinates(curve)[2], curve.responses[2]]).toEqual([8, 50]);
  expect(coordinates(curve).slice(0, 2)).toEqual(coordinates(curveRecords).slice(0, 2));
});

test("withoutPoint removes one record, input and response", () => {
  const labelled = withoutPoint(classRecords, 1);
  expect(coordinates(labelled)).toEqual(coordinates(classRecords).filter((_, k) => k !== 2 && k !== 3));
  expect(Array.from(labelled.responses)).toEqual([-1, 1, -1]);
  expect(Array.from(withoutPoint(curveRecords, 0).responses)).toEqual([43, 55]);
});

test("withoutPoint never leaves fewer than two", () => {
  let records = classRecords;
  for (let i = 0; i < 10; i++) records = withoutPoint(records, 0);
  expect(records.responses).toHaveLength(2);
  expect(records.points.coordinates).toHaveLength(4);
});

test("the records that are edited stay as they were", () => {
  withPoint(classRecords, [0, 0], 1);
  withMoved(classRecords, 0, [0, 0]);
  withoutPoint(classRecords, 0);
  withMoved(curveRecords, 0, [0, 0]);
  expect({ classRecords, curveRecords }).toEqual(before);
});

test("withPoint and withoutPoint of the same record cancel", () => {
  expect(withoutPoint(withPoint(classRecords, [0.3, 0.4], 1), 4)).toEqual(classRecords);
  expect(withoutPoint(withPoint(curveRecords, [0.3, 0.4], 1), 3)).toEqual(curveRecords);
});

test("placesOf are the inputs, or input and response", () => {
  expect(placesOf(classRecords)).toBe(classRecords.points.coordinates);
  expect(Array.from(placesOf(curveRecords))).toEqual([0.13579, 21, 5, 43, 9, 55]);
});

test("nearestTo measures in shares of the extents", () => {
  expect(nearestTo(classRecords, [0.75, 0.5], [1, 1])).toBe(3);
  // Where x reaches over 1 and y over 100, only x counts.
  expect(nearestTo(classRecords, [0.69, 0.9], [1, 100])).toBe(2);
  expect(nearestTo(curveRecords, [6.5, 54], [10, 40])).toBe(2);
  expect(nearestTo(curveRecords, [6.5, 54], [1, 1e9])).toBe(1);
});

test("changedBy: a record that moved and has another class was not flipped alone", () => {
  const [before, after, from] = [Float64Array.of(0), Float64Array.of(1), [0.5, 0.6, -1]];
  const said = (to: number[]) => changedBy({ before, after, kind: "moved", from, to }, classRecords)?.change;
  const ends = [[0.5, 0.6, 1], [0.4, 0.6, -1], [0.5, 0.7, 1]]; // prettier-ignore
  expect(ends.map(said)).toEqual(["flipped", "moved", "moved and flipped"]);
});
