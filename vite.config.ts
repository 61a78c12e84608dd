import { availableParallelism } from "node:os";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { assemblyScript } from "./scripts/assemblyScript.mjs";
import { cards } from "./scripts/cards.mjs";
import { commitOfBuild } from "./scripts/commitOfBuild.mjs";
import { compressed } from "./scripts/compressed.mjs";
import { fences } from "./scripts/fences.mjs";
import { firstPicture } from "./scripts/firstPicture.mjs";
import { lessons } from "./scripts/lessons.mjs";
import { licences } from "./scripts/licences.mjs";
import { offlineCopy } from "./scripts/offlineCopy.mjs";
import { LargestFirst } from "./scripts/largestFirst.mjs";
import { pageChunks, pageFirst, workerChunks, workerParts } from "./scripts/chunks.mjs";

const testProject = (
  name: string,
  include: string[],
  testTimeout: number,
  { setupFiles = [], ...more }: { setupFiles?: string[]; isolate?: boolean; exclude?: string[] } = {},
) => ({
  extends: true as const,
  test: {
    name,
    include,
    environment: "node",
    testTimeout,
    hookTimeout: 120_000,
    setupFiles: ["test/support/equalArrays.ts", ...setupFiles],
    // Each process compiles all modules once. After the tests of the page.
    maxWorkers: availableParallelism(),
    sequence: { groupOrder: 1 },
    ...more,
  },
});

/** Tests of the built page. They wait for a fifth of their time: one process more than cores computes meanwhile. */
const pageProject = (name: string, include: string[], setupFiles: string[] = []) => ({
  extends: true as const,
  test: {
    name,
    include,
    setupFiles,
    environment: "node",
    isolate: false,
    maxWorkers: availableParallelism() + 1,
    testTimeout: 90_000,
    hookTimeout: 180_000,
    // Two pages share two cores with all else: what fails once and not again was late, and is named in the report.
    retry: 1,
    globalSetup: ["test/support/builtSite.ts"],
  },
});

/** Milliseconds for a test of the unit suite: some compute for ten seconds on a quiet machine, and not every machine is. */
const patience = 120_000;

/** All that is no test of the page, but for long simulations. */
const unit = ["test/{core,engine,workers,state,plots,studies,lessons,panels,app,scripts,fuzz}/**/*.test.{ts,tsx}"];

/** Tests that put another module in the place of one: their process tests nothing else. */
const alone = ["test/core/arithmetic/poisoned.test.ts", "test/studies/fileNeighbours.test.ts"];

const notices = licences();
const parts = workerParts();

/** Modules of core do nothing by being loaded, so of one that is imported for a constant only that is shipped. */
const treeshake = { moduleSideEffects: [{ test: /\/src\/core\//, sideEffects: false }] };

export default defineConfig({
  base: "./",
  define: { curveilCommit: JSON.stringify(commitOfBuild()) },
  plugins: [
    react(),
    fences(),
    lessons(),
    assemblyScript({ forPage: true }),
    notices.ofPage,
    pageFirst(),
    firstPicture(),
    cards(),
    parts.ofPage,
    offlineCopy(),
    compressed(),
  ],
  worker: {
    format: "es",
    plugins: () => [assemblyScript(), notices.ofWorkers, parts.ofWorkers],
    rolldownOptions: {
      treeshake,
      output: { chunkFileNames: "assets/worker-[name]-[hash].js", codeSplitting: workerChunks() },
    },
  },
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    rolldownOptions: { treeshake, output: { codeSplitting: pageChunks() } },
  },
  test: {
    expect: { requireAssertions: true, poll: { timeout: 30_000 } },
    sequence: { sequencer: LargestFirst },
    projects: [
      // A start of Node and of all modules takes longer than most files.
      testProject("unit", unit, patience, { isolate: false, exclude: alone }),
      testProject("alone", alone, patience),
      testProject("statistical", ["test/statistical/**/*.test.ts"], 120_000),
      testProject("poisoned", ["test/core/**/!(reserve|poisoned).test.ts"], 120_000, {
        setupFiles: ["test/support/poison.ts"],
      }),
      testProject("fuzz", ["test/fuzz/**/*.test.ts"], 600_000, { setupFiles: ["test/support/allCases.ts"] }),
      testProject("sweep", unit, 600_000, {
        ...{ isolate: false, exclude: [...alone, "test/fuzz/**"], setupFiles: ["test/support/allCases.ts"] },
      }),
      pageProject("browser", ["test/browser/**/*.test.ts"]),
      pageProject("journeys", ["test/browser/**/*.test.ts"], ["test/support/allCases.ts"]),
    ],
  },
});
