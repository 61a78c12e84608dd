import { expect, test } from "vitest";
import { compileHints, withoutHint } from "../../scripts/compileHints.mjs";

const hint = "//# allFunctionsCalledOnLoad\n";
const chunk = (name: string, ...moduleIds: string[]) => ({ type: "chunk", name, moduleIds, code: `of("${name}");` });

test("compileHints puts the hint first in what the first picture runs, and tells the names of these files", () => {
  const bundle = {
    "assets/page.js": chunk("page", "/src/app/App.tsx"),
    "assets/studies.js": chunk("studies", "/src/plots/axes.ts"),
    "assets/density.js": chunk("density", "/src/studies/density/definition.ts"),
    "assets/typeset.js": chunk("typeset", "/src/panels/guarantee/typeset.ts"),
    "sw.js": chunk("sw", "/workers/serviceWorker.ts"),
    "index.html": { type: "asset", source: "<!doctype html>" },
  };
  const before = structuredClone(bundle);
  const plugin = compileHints();
  plugin.generateBundle.handler({}, bundle);
  for (const file of ["assets/page.js", "assets/studies.js", "assets/density.js"] as const) {
    expect(bundle[file].code).toBe(hint + before[file].code);
    expect(withoutHint(bundle[file].code)).toBe(before[file].code);
    expect(plugin.augmentChunkHash(bundle[file])).toBe(hint);
  }
  for (const file of ["assets/typeset.js", "sw.js", "index.html"] as const) expect(bundle[file]).toEqual(before[file]);
  expect(plugin.augmentChunkHash(bundle["sw.js"])).toBe(undefined);
});

test("withoutHint leaves a script without hint as it is", () => {
  expect(withoutHint("const a = 1;\n")).toBe("const a = 1;\n");
});
