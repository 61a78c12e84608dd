import { expect, test } from "vitest";
import type { AddressBar } from "../../../src/state/addressBar.ts";
import { createRouter } from "../../../src/state/scenario/router.ts";

/** A history in memory. */
function memoryAddress(start = "") {
  const entries = [start];
  let at = 0;
  const listeners = new Set<() => void>();
  const address: AddressBar = {
    getHash: () => entries[at]!,
    replace: (hash) => {
      entries[at] = hash;
    },
    push: (hash) => {
      entries.splice(at + 1, Infinity, hash);
      at++;
    },
    lengthOf: (hash) => hash.length,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const back = () => {
    at--;
    listeners.forEach((listen) => listen());
  };
  return { address, entries, back };
}

const ids = ["density", "boundary"] as const;

test("createRouter shows the study that the address names, and the first one otherwise", () => {
  const shown = (hash: string) => createRouter(memoryAddress(hash).address, [...ids]).store.getState().study;
  expect(["", "#/boundary?v=1", "#/Boundary", "#/density", "#/nowhere"].map(shown)).toEqual([
    "density",
    "boundary",
    "boundary",
    "density",
    "density",
  ]);
});

test("open adds a step to the history and returns to a study as it was left", () => {
  const { address, entries, back } = memoryAddress("#/density?v=1&h=2");
  const router = createRouter(address, [...ids]);
  router.open("boundary");
  router.addressOf("boundary").replace("#/boundary?v=1&penalty=3");
  router.open("density");
  router.open("boundary");
  expect(entries).toEqual([
    "#/density?v=1&h=2",
    "#/boundary?v=1&penalty=3",
    "#/density?v=1&h=2",
    "#/boundary?v=1&penalty=3",
  ]);
  back();
  expect(router.store.getState().study).toBe("density");
});

test("an address that names a study and nothing else shows its opening; any other means what it says", () => {
  const { address, entries } = memoryAddress("#/density?v=1");
  const router = createRouter(address, [...ids], { boundary: "#/boundary?data=iris" });
  router.open("boundary");
  expect(entries.at(-1)).toBe("#/boundary?data=iris");
  const read = (hash: string) =>
    createRouter(memoryAddress(hash).address, [...ids], { boundary: "#/boundary?data=iris" })
      .addressOf(hash === "" ? "density" : "boundary")
      .getHash();
  expect(["#/boundary", "#/Boundary", "#/boundary?view=outside", ""].map(read)).toEqual([
    "#/boundary?data=iris",
    "#/boundary?data=iris",
    "#/boundary?view=outside",
    "",
  ]);
});

test("a study that is not shown writes to no address but its own, and hears of none but its own", () => {
  const { address, entries, back } = memoryAddress("#/density?v=1");
  const router = createRouter(address, [...ids]);
  const density = router.addressOf("density");
  let heard = 0;
  density.subscribe(() => heard++);
  router.open("boundary");
  density.push("#/density?v=1&h=5");
  expect(entries).toEqual(["#/density?v=1", "#/boundary"]);
  expect(density.getHash()).toBe("#/density?v=1&h=5");
  router.open("density");
  expect(entries.at(-1)).toBe("#/density?v=1&h=5");
  back();
  expect(heard).toBe(0);
});
