import { expect, test } from "vitest";
import { takeAwayWaysOut } from "../../workers/fence.ts";

test("takeAwayWaysOut takes what is not on its list, wherever on the prototype chain it lives, and what comes later too", () => {
  const base = { fetch: () => "out", addEventListener: () => "kept" };
  const middle = Object.create(base, {
    caches: { get: () => "out", configurable: true },
    constructor: { value: Object, configurable: true },
  }) as object;
  const scope = Object.create(middle) as Record<string, unknown>;
  Object.assign(scope, { XMLHttpRequest: () => "out", inventedLater: () => "out", postMessage: () => "kept", Math });
  Object.defineProperty(scope, "fixed", { value: "out", configurable: false, writable: true });
  takeAwayWaysOut(scope);
  for (const name of ["fetch", "caches", "XMLHttpRequest", "inventedLater", "fixed"]) {
    expect(scope[name]).toBe(undefined);
    if (name !== "fixed") expect(name in scope).toBe(false);
  }
  expect(Reflect.set(scope, "fixed", "back")).toBe(false);
  expect([scope["postMessage"], scope["addEventListener"]].map((kept) => (kept as () => string)())).toEqual([
    "kept",
    "kept",
  ]);
  expect(scope["Math"]).toBe(Math);
});
