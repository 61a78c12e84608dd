import { expect, test, vi } from "vitest";
import { windowAddressBar } from "../../src/state/addressBar.ts";

test("windowAddressBar reads, writes and listens to a window", () => {
  const calls: unknown[][] = [];
  const page = Object.assign(new EventTarget(), {
    location: { hash: "#/toy" },
    history: {
      replaceState: (...args: unknown[]) => calls.push(["replace", ...args]),
      pushState: (...args: unknown[]) => calls.push(["push", ...args]),
    },
  });
  const address = windowAddressBar(page as unknown as Window);
  expect(address.getHash()).toBe("#/toy");
  address.replace("#/a");
  address.push("#/b");
  expect(calls).toEqual([
    ["replace", null, "", "#/a"],
    ["push", null, "", "#/b"],
  ]);

  const listener = vi.fn();
  const stop = address.subscribe(listener);
  page.dispatchEvent(new Event("popstate"));
  page.dispatchEvent(new Event("hashchange"));
  stop();
  page.dispatchEvent(new Event("popstate"));
  expect(listener).toHaveBeenCalledTimes(2);
});
