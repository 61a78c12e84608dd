import { readdirSync } from "node:fs";
import js from "@eslint/js";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

/** What each layer of src may not import: imports run app → studies → panels → state → engine ⇢ workers → core. */
const layers = {
  core: ["engine", "state", "plots", "studies", "panels", "app", "workers"],
  plots: ["engine", "state", "studies", "panels", "app", "workers"],
  engine: ["state", "plots", "studies", "panels", "app"],
  state: ["plots", "studies", "panels", "app", "workers"],
  panels: ["studies", "app", "workers"],
  studies: ["app", "workers"],
};

/** The rooms of core, lowest first: each may import from those before it. Files beside the rooms import from none. */
const rooms = [
  "special",
  "datasets",
  "arithmetic",
  "random",
  "linalg",
  "kernels",
  "estimators",
  "privacy/calibration",
  "privacy/accounting",
  "privacy/sensitivity",
  "privacy/mechanisms",
  "privacy/bands",
  "releases",
  "releaseFile",
  "datasets/examples",
];

const browserLibraries = ["react", "react-dom", "d3", "d3-*", "comlink", "zustand", "katex", "idb"];

/** The only file that may import ml-matrix. */
const door = "src/core/linalg/dense.ts";
const closedDoor = { group: ["ml-matrix"], message: `Use it through ${door}.` };

/** The only file that makes digits of numbers. */
const numberFormats = "src/core/numberFormats.ts";
const defaultExport = { selector: "ExportDefaultDeclaration", message: "Name what you export." };
const digits = {
  selector:
    ":matches(CallExpression[callee.property.name=/^to(Fixed|Precision|Exponential|Locale\\w*String)$/], MemberExpression[object.name='Intl'])",
  message: `Write numbers with a format of ${numberFormats}.`,
};

const forbid = (files, folders, packages = [], more = [closedDoor]) => ({
  files,
  rules: {
    "no-restricted-imports": [
      "error",
      {
        patterns: [
          ...(folders.length > 0
            ? [
                {
                  group: folders.flatMap((folder) => [`../${folder}/**`, `../**/${folder}/**`]),
                  message: "This layer may not import from that one (see ARCHITECTURE.md).",
                },
              ]
            : []),
          ...more,
          ...(packages.length > 0
            ? [
                {
                  group: packages.flatMap((name) => [name, `${name}/*`]),
                  message: "This package does not belong in this layer.",
                },
              ]
            : []),
        ],
      },
    ],
  },
});

const lastName = (room) => room.split("/").at(-1);

/** One block for each room of core, so that no arrow runs up between them. */
const insideCore = () => {
  const folders = (folder) =>
    readdirSync(`${import.meta.dirname}/src/core/${folder}`, { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
  const found = folders("").flatMap(({ name }) =>
    name === "privacy" ? folders(name).map((inner) => `privacy/${inner.name}`) : [name],
  );
  const unplaced = found.filter((room) => !rooms.includes(room));
  if (unplaced.length > 0) throw new Error(`${unplaced.join(", ")}: say in \`rooms\` where in core that stands`);

  const below = (place) => ({
    regex: `(^|/)(${rooms.slice(place).map(lastName).join("|")})/`,
    message: "That room of core is above this one (see ARCHITECTURE.md, Inside core).",
  });
  const block = (files, more) => forbid(files, layers.core, browserLibraries, more);
  return [
    block(["src/core/*.ts"], [closedDoor, below(0)]),
    ...rooms.map((room, place) =>
      block([`src/core/${room}/**/*.ts`], [closedDoor, ...(place + 1 < rooms.length ? [below(place + 1)] : [])]),
    ),
    block([door], [below(rooms.indexOf("linalg") + 1)]),
  ];
};

export default tseslint.config(
  { ignores: ["dist/**", "node_modules/**", ".cache/**"] },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked.map((config) => ({ ...config, files: ["**/*.{ts,tsx}"] })),
  {
    files: ["**/*.{ts,tsx}"],
    languageOptions: {
      parserOptions: {
        // One program, in which each file is looked at once; workers that nothing imports have the second.
        project: ["./tsconfig.lint.json", "./tsconfig.workers.json"],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      // Index access is checked by the compiler (noUncheckedIndexedAccess); `!` marks an index that is in range.
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/consistent-type-imports": "error",
      // What is left out of an object by its rest, and arguments that a contract has and an implementation needs not.
      "@typescript-eslint/no-unused-vars": ["error", { ignoreRestSiblings: true, argsIgnorePattern: "^_" }],
      "no-restricted-syntax": ["error", defaultExport],
    },
  },
  {
    // Code is broken at 120 by the formatter; this holds comments. Texts and tables of data stand as they are.
    rules: {
      "max-len": [
        "error",
        { code: 130, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true, ignoreUrls: true },
      ],
    },
  },
  {
    files: ["src/**/*.{ts,tsx}", "workers/**/*.ts"],
    ignores: [numberFormats],
    rules: { "no-restricted-syntax": ["error", defaultExport, digits] },
  },
  { files: ["*.config.ts"], rules: { "no-restricted-syntax": "off" } },
  { files: ["src/**/*.tsx", "src/**/use*.ts"], ...reactHooks.configs.flat.recommended },
  {
    files: ["src/core/**/*.ts"],
    rules: {
      "no-restricted-properties": [
        "error",
        { object: "Math", property: "random", message: "Randomness is a parameter: take a RandomSource." },
      ],
    },
  },
  ...insideCore(),
  forbid(["src/plots/**/*.{ts,tsx}"], layers.plots, ["react", "react-dom", "comlink", "zustand"]),
  forbid(["src/engine/**/*.ts"], layers.engine, ["react", "react-dom", "d3", "zustand"]),
  forbid(["src/state/**/*.ts"], layers.state, ["react-dom", "d3", "comlink"]),
  forbid(["src/panels/**/*.{ts,tsx}"], layers.panels, ["comlink"]),
  forbid(["src/studies/**/*.{ts,tsx}"], layers.studies, ["comlink"]),
  forbid(["src/app/**/*.{ts,tsx}", "src/*.{ts,tsx}", "workers/**/*.ts"], []),
  {
    files: ["test/bench/*.mjs", "test/bench/floor/*.js"],
    languageOptions: {
      globals: Object.fromEntries(
        [
          "document",
          "location",
          "performance",
          "Path2D",
          "requestAnimationFrame",
          "Event",
          "HTMLInputElement",
          "ImageData",
          "URLSearchParams",
          "MessageChannel",
          "MutationObserver",
          "PerformanceObserver",
        ].map((name) => [name, "readonly"]),
      ),
    },
  },
  {
    files: ["**/*.{js,mjs}"],
    languageOptions: {
      globals: {
        console: "readonly",
        process: "readonly",
        URL: "readonly",
        Buffer: "readonly",
        setTimeout: "readonly",
      },
    },
  },
);
