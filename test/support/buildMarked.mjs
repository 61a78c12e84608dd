import { build } from "vite";

// Builds the site as another version of itself, which says so: node buildMarked.mjs OUTPUT_FOLDER
await build({
  logLevel: "warn",
  build: { outDir: process.argv[2], emptyOutDir: true },
  plugins: [
    {
      name: "mark",
      transform: (code, id) =>
        /src[/\\](main|studies[/\\]\w+[/\\]study)\.tsx$/.test(id) ? `${code}\nglobalThis.isSecondBuild = true;` : null,
    },
  ],
});
