import { expect, test } from "vitest";
import { boundaryExamples } from "../../../src/core/datasets/examples/boundaryExamples.ts";
import { loadExample } from "../../../src/core/datasets/examples/examples.ts";
import { labelClasses, labelledRecordsFrom } from "../../../src/core/datasets/labelledRecords.ts";
import { responseRecordsFrom } from "../../../src/core/datasets/responseRecords.ts";
import { analyticNoiseMultiplier } from "../../../src/core/privacy/calibration/gaussian.ts";
import { standardNormalCdf } from "../../../src/core/special/normal.ts";
import { planBoundary } from "../../../src/core/releases/boundary.ts";

const named = boundaryExamples.map((example) => [example.id, example] as const);
const valuesOf = (id: string, column: string) => loadExample(id).columns.find(({ name }) => name === column)!.values;
const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);
