import { defineConfig } from "vitest/config";
import { assemblyScript } from "../../scripts/assemblyScript.mjs";

// npx vitest run --config test/attack/attack.config.ts

export default defineConfig({
  root: new URL("../..", import.meta.url).pathname,
  plugins: [assemblyScript({ forPage: true })],
  test: {
    include: ["test/attack/**/*.test.ts"],
    environment: "node",
    testTimeout: 600_000,
    setupFiles: ["test/support/equalArrays.ts"],
  },
});
