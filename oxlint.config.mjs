import { existsSync, readdirSync } from "node:fs";
import { relative } from "node:path";

/** What each layer of src may not import: imports run app → {studies, lessons} → panels → state → engine ⇢ workers → core. */
const layers = {
  core: ["engine", "state", "plots", "studies", "lessons", "panels", "app", "workers"],
  plots: ["engine", "state", "studies", "lessons", "panels", "app", "workers"],
  engine: ["state", "plots", "studies", "lessons", "panels", "app"],
  state: ["plots", "studies", "lessons", "panels", "app", "workers"],
  panels: ["studies", "lessons", "app", "workers"],
  studies: ["lessons", "app", "workers"],
  lessons: ["studies", "app", "workers"],
  workers: ["engine", "state", "plots", "studies", "lessons", "panels", "app"],
};

/**
 * The rooms of each layer, lowest first: a file imports from its own room and from those before it. "" is the layer's own
 * folder. Every folder with code has to stand here.
 */
const rooms = {
  "src/core": [
    ...["", "special", "tables/cells", "tables/head", "tables", "records", "records/curves", "records/queries"],
    ...["arithmetic/assembly", "arithmetic/plain", "arithmetic", "random"],
    ...["linalg", "linalg/fourier", "linalg/eigen", "kernels", "examples"],
    ...["privacy/calibration", "privacy/accounting", "privacy/attack"],
    ...["privacy/sensitivity/bumps", "privacy/sensitivity/search", "privacy/sensitivity"],
    ...["privacy/mechanisms", "privacy/mechanisms/online", "privacy/bands", "privacy/choice"],
    ...["release", "release/file", "bernstein/operator", "bernstein", "comparison"],
    ...["density/estimator", "density"],
    ...["erm/expansion", "erm/solver", "erm/boundary", "erm/learners", "erm"],
    ...[
      "mean",
      "affineHull/machine",
      "affineHull/fabrication",
      "affineHull/digits",
      "affineHull",
      "planning",
      "figures",
      "door",
    ],
  ],
  "src/plots": ["", "curve", "plane", "small"],
  "src/engine": [""],
  "src/state": ["", "scenario", "ledger", "session", "presented"],
  "src/panels": [
    ...[
      "",
      "hooks",
      "controls",
      "controls/declared",
      "shared",
      "controls/privacy",
      "data",
      "pictures",
      "pictures/groups",
    ],
    ...[
      "postProcessing",
      "inference",
      "comparison",
      "study",
      "planning",
      "guarantee",
      "ledger",
      "attack",
      "mechanisms",
      "setup",
      "export",
      "opened",
    ],
    "screen",
  ],
  "src/lessons": [""],
  "src/app": [""],
  workers: ["messages", "files", "columnar", "", "studies"],
};
const roomsOfStudy = ["model", "digits", "picture", "words", "controls", "planning", "sections", ""];

const browserLibraries = ["react", "react-dom", "d3", "d3-*", "comlink", "zustand", "katex", "idb"];

/** The only file that may import ml-matrix. */
const door = "src/core/linalg/dense.ts";
const closedDoor = { group: ["ml-matrix"], message: `Use it through ${door}.` };

/** What plots may take of core besides types: how numbers, units and names are written. */
const writing = {
  group: ["**/core/**", "!**/core/{numberFormats,release/file/writtenUnit,tables/shortName}.ts"],
  allowTypeImports: true,
  message: "Plots know of core only types and how things are written (see ARCHITECTURE.md).",
};

/** The only file that makes digits of numbers. */
const numberFormats = "src/core/numberFormats.ts";
const withFormats = `Write numbers with a format of ${numberFormats}.`;
const digits = [
  "toFixed",
  "toPrecision",
  "toExponential",
  "toLocaleString",
  "toLocaleDateString",
  "toLocaleTimeString",
].map((property) => ({ property, message: withFormats }));
const seeded = { object: "Math", property: "random", message: "Randomness is a parameter: take a RandomSource." };

/** The one file by which the search for the farthest pair is used. */
const searchDoor = {
  group: ["**/search/**", "!**/search/farthestBumps.ts"],
  message: "Use the search through farthestBumps.ts.",
};

const forbid = (files, layer, packages, more) => ({
  files,
  rules: {
    "no-restricted-imports": [
      "error",
      {
        patterns: [
          ...more,
          ...given(layers[layer], (folders) => ({
            group: folders.flatMap((folder) => [`../${folder}/**`, `../**/${folder}/**`]),
            message: "This layer may not import from that one (see ARCHITECTURE.md).",
          })),
          ...given(packages, (names) => ({
            group: names.flatMap((name) => [name, `${name}/*`]),
            message: "This package does not belong in this layer.",
          })),
        ],
      },
    ],
  },
});

const given = (list, patternOf) => (list?.length ? [patternOf(list)] : []);

const entriesOf = (folder) => {
  const path = `${import.meta.dirname}/${folder}`;
  return existsSync(path) ? readdirSync(path, { withFileTypes: true }) : [];
};
const foldersIn = (folder) =>
  entriesOf(folder)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** Folders with code below one, itself among them as "". */
const foldersWithCode = (folder, place = "") => {
  const inner = foldersIn(`${folder}/${place}`).flatMap((name) =>
    foldersWithCode(folder, place === "" ? name : `${place}/${name}`),
  );
  return entriesOf(`${folder}/${place}`).some(({ name }) => /\.tsx?$/.test(name)) ? [place, ...inner] : inner;
};

/** One block for each room, so that no arrow runs up between two of them. */
const inRooms = (layer, folder, ordered, packages, more = []) => {
  const unplaced = foldersWithCode(folder).filter((room) => !ordered.includes(room));
  if (unplaced.length > 0) throw new Error(`${unplaced.join(", ")} of ${folder}: say in \`rooms\` where that stands`);
  return ordered.map((room, place) => {
    const higher = ordered.slice(place + 1).map((other) => relative(`/${room}`, `/${other}`) || ".");
    const above = given(higher, (paths) => ({
      regex: `^(${paths.map((path) => (path.startsWith(".") ? path : `./${path}`).replaceAll(".", "\\.")).join("|")})/[^/]+$`,
      message: "That room is above this one (see `rooms`).",
    }));
    const door = room === "privacy/sensitivity/search" ? [] : [searchDoor];
    const files = [`${folder}${room === "" ? "" : `/${room}`}/*.{ts,tsx}`];
    return forbid(files, layer, packages, [closedDoor, ...door, ...above, ...more]);
  });
};

const errors = (plugin, names) =>
  Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [plugin + name, "error"]),
  );

/** What is wrong in any script. */
const inAnyScript = errors(
  "",
  `for-direction no-async-promise-executor no-case-declarations no-compare-neg-zero no-cond-assign no-constant-binary-expression
   no-constant-condition no-control-regex no-debugger no-delete-var no-dupe-else-if no-duplicate-case no-empty
   no-empty-character-class no-empty-pattern no-empty-static-block no-ex-assign no-extra-boolean-cast no-fallthrough
   no-global-assign no-invalid-regexp no-irregular-whitespace no-loss-of-precision no-misleading-character-class
   no-nonoctal-decimal-escape no-prototype-builtins no-regex-spaces no-self-assign no-shadow-restricted-names no-sparse-arrays
   no-unassigned-vars no-unexpected-multiline no-unsafe-finally no-unsafe-optional-chaining no-unused-labels
   no-unused-private-class-members no-useless-assignment no-useless-backreference no-useless-catch no-useless-escape
   preserve-caught-error require-yield use-isnan valid-typeof`,
);

/** What the compiler says of TypeScript. */
const withoutCompiler = errors(
  "",
  `constructor-super getter-return no-class-assign no-const-assign no-dupe-class-members no-dupe-keys no-func-assign no-import-assign
   no-new-native-nonconstructor no-obj-calls no-redeclare no-setter-return no-this-before-super no-undef no-unreachable
   no-unsafe-negation no-unused-vars no-with`,
);

const inTypeScript = {
  ...errors(
    "",
    `no-array-constructor no-unused-expressions no-useless-constructor no-var prefer-const prefer-rest-params prefer-spread`,
  ),
  ...errors(
    "typescript/",
    `ban-ts-comment no-duplicate-enum-values no-dynamic-delete no-empty-object-type no-explicit-any no-extra-non-null-assertion no-extraneous-class
     no-invalid-void-type no-misused-new no-namespace no-non-null-asserted-nullish-coalescing
     no-non-null-asserted-optional-chain no-require-imports no-this-alias no-unnecessary-type-constraint
     no-unsafe-declaration-merging no-unsafe-function-type no-wrapper-object-types prefer-as-const
     prefer-literal-enum-member prefer-namespace-keyword triple-slash-reference unified-signatures`,
  ),
  // These know the types.
  ...errors(
    "typescript/",
    `await-thenable no-array-delete no-base-to-string no-deprecated no-duplicate-type-constituents no-floating-promises
     no-for-in-array no-generated-empty-object-type no-implied-eval no-meaningless-void-operator no-misused-promises
     no-misused-spread no-mixed-enums no-redundant-type-constituents no-unnecessary-boolean-literal-compare
     no-unnecessary-condition no-unnecessary-template-expression no-unnecessary-type-arguments no-unnecessary-type-assertion
     no-unnecessary-type-conversion no-unnecessary-type-parameters no-unsafe-argument no-unsafe-assignment no-unsafe-call
     no-unsafe-enum-comparison no-unsafe-member-access no-unsafe-return no-unsafe-unary-minus
     no-useless-default-assignment only-throw-error prefer-promise-reject-errors prefer-reduce-type-parameter
     prefer-return-this-type related-getter-setter-pairs require-await unbound-method
     use-unknown-in-catch-callback-variable`,
  ),
  "typescript/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
  "typescript/restrict-plus-operands": [
    "error",
    { allowAny: false, allowBoolean: false, allowNullish: false, allowNumberAndString: false, allowRegExp: false },
  ],
  // Undefined and null too: texts of missing values are read by people, and the sentence is checked by tests.
  "typescript/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
  "typescript/return-await": ["error", "error-handling-correctness-only"],
  "typescript/consistent-type-imports": "error",
  // What is left out of an object by its rest, and arguments that a contract has and an implementation needs not.
  "no-unused-vars": ["error", { ignoreRestSiblings: true, argsIgnorePattern: "^_" }],
  "import/no-default-export": "error",
  // Of types too: whoever reads one of two files should need only what is below it.
  "import/no-cycle": ["error", { ignoreTypes: false }],
};

const hooks = errors(
  "react/",
  `error-boundaries exhaustive-deps globals immutability incompatible-library preserve-manual-memoization purity refs
   rules-of-hooks set-state-in-effect set-state-in-render static-components unsupported-syntax use-memo`,
);

export default {
  plugins: ["typescript", "react", "import"],
  categories: { correctness: "off" }, // Every rule is named here.
  options: { typeAware: true, typeCheck: true, reportUnusedDisableDirectives: "error" },
  ignorePatterns: ["dist/**", "dist-core/**", "node_modules/**", ".cache/**"],
  env: { builtin: true },
  globals: Object.fromEntries(["console", "process", "URL", "Buffer", "setTimeout"].map((name) => [name, "readonly"])),
  rules: inAnyScript,
  overrides: [
    { files: ["**/*.{js,mjs}"], rules: withoutCompiler },
    { files: ["**/*.{ts,tsx}"], rules: inTypeScript },
    { files: ["*.config.ts"], rules: { "import/no-default-export": "off" } },
    { files: ["src/**/*.tsx", "src/**/use*.ts"], rules: hooks },
    {
      files: ["src/**/*.{ts,tsx}", "workers/**/*.ts"],
      rules: {
        "no-restricted-properties": ["error", ...digits],
        "no-restricted-globals": ["error", { name: "Intl", message: withFormats }],
      },
    },
    { files: ["src/core/**/*.ts"], rules: { "no-restricted-properties": ["error", seeded, ...digits] } },
    {
      files: [numberFormats],
      rules: { "no-restricted-properties": ["error", seeded], "no-restricted-globals": "off" },
    },
    ...inRooms("core", "src/core", rooms["src/core"], browserLibraries),
    // The public door is above all rooms.
    forbid(["src/core/index.ts"], "core", browserLibraries, []),
    forbid([door], "core", browserLibraries, [
      {
        group: ["../*/**", "!../{special,arithmetic,random}/**"],
        message: "That room is above this one (see `rooms`).",
      },
    ]),
    ...inRooms("plots", "src/plots", rooms["src/plots"], ["react", "react-dom", "comlink", "zustand"], [writing]),
    ...inRooms("engine", "src/engine", rooms["src/engine"], ["react", "react-dom", "d3", "zustand"]),
    ...inRooms("state", "src/state", rooms["src/state"], ["react-dom", "d3", "comlink"]),
    ...inRooms("panels", "src/panels", rooms["src/panels"], ["comlink"]),
    ...foldersIn("src/studies").flatMap((study) =>
      inRooms("studies", `src/studies/${study}`, roomsOfStudy, ["comlink"]),
    ),
    forbid(["src/studies/*.{ts,tsx}"], "studies", ["comlink"], [closedDoor]),
    ...inRooms("workers", "workers", rooms.workers, ["react", "react-dom", "d3", "zustand"]),
    ...inRooms("app", "src/app", rooms["src/app"], []),
    forbid(["src/*.{ts,tsx}"], "app", [], [closedDoor]),
    {
      files: ["test/bench/*.mjs", "test/bench/floor/*.js"],
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
  ],
};
