import { test } from "vitest";
import { triesAll } from "./fuzzing.ts";

/**
 * A test of a variant: `npm run journeys` or `npm run sweep` runs it, and `npm test` a quicker one of the same property, which
 * stands beside it.
 */
export const swept = test.runIf(triesAll);
