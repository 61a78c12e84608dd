import react from "@vitejs/plugin-react";
import { VitePWA } from "vite-plugin-pwa";
import { defineConfig } from "vitest/config";
import { assemblyScript } from "./scripts/assemblyScript.mjs";

const testProject = (name: string, include: string[], timeout: number, setupFiles: string[] = []) => ({
  extends: true as const,
  test: { name, include, environment: "node", testTimeout: timeout, hookTimeout: 120_000, setupFiles },
});

/** The development server puts styles into the page itself; the built page keeps the policy as it is written. */
const stylesWhileDeveloping = {
  name: "styles-while-developing",
  apply: "serve" as const,
  transformIndexHtml: (html: string) => html.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'"),
};

export default defineConfig({
  base: "./",
  plugins: [
    react(),
    stylesWhileDeveloping,
    assemblyScript({ forPage: true }),
    VitePWA({
      registerType: "autoUpdate",
      injectRegister: null,
      manifest: {
        name: "Curveil",
        short_name: "Curveil",
        description: "Differentially private release of functions, drawn as you move the sliders",
        theme_color: "#D55E00",
        background_color: "#ffffff",
        display: "standalone",
        start_url: "./",
        scope: "./",
        icons: [{ src: "icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" }],
      },
      workbox: {
        globPatterns: ["**/*.{js,css,html,svg,csv,woff2,webmanifest}"],
        inlineWorkboxRuntime: true,
      },
    }),
  ],
  worker: { format: "es", plugins: () => [assemblyScript()] },
  build: { target: "es2022", assetsInlineLimit: 0 },
  test: {
    expect: { requireAssertions: true },
    projects: [
      testProject(
        "unit",
        ["test/{core,engine,workers,state,plots,studies,panels,app,scripts}/**/*.test.{ts,tsx}"],
        30_000,
      ),
      testProject("statistical", ["test/statistical/**/*.test.ts"], 120_000),
      testProject("poisoned", ["test/core/**/!(reserve|poisoned).test.ts"], 120_000, ["test/support/poison.ts"]),
      {
        extends: true,
        test: {
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          environment: "node",
          testTimeout: 90_000,
          hookTimeout: 180_000,
          fileParallelism: false,
          globalSetup: ["test/support/builtSite.ts"],
        },
      },
    ],
  },
});
