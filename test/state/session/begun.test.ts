import { describe, expect, test } from "vitest";
import { createStore } from "zustand/vanilla";
import { ownData } from "../../../src/state/scenario/ownData.ts";
import { begun } from "../../../src/state/session/begun.ts";
import { emptySession } from "../../../src/state/session/session.ts";
import type { Session } from "../../../src/state/session/session.ts";
import type { ToyContract, ToyScenario } from "../toyStudy.ts";
import { lost } from "./conducted.ts";

type ToySession = Session<ToyScenario, ToyContract, undefined>;

const newSession = () => createStore<ToySession>()(emptySession);

/** Whether a promise is fulfilled by what has happened so far. */
const isFulfilled = (promise: Promise<void>) =>
  Promise.race([promise.then(() => true), new Promise<boolean>((resolve) => setTimeout(() => resolve(false)))]);

describe("a session has begun", () => {
  test("neither with its table nor with its question", async () => {
    const session = newSession();
    const asked = begun(session);
    session.setState({ loading: 0 });
    session.setState({ tableOf: "a", loading: undefined });
    session.setState({ computing: true });
    expect(await isFulfilled(asked)).toBe(false);
    expect(await isFulfilled(begun(session))).toBe(false);
  });

  test.each<[string, Partial<ToySession>]>([
    ["with its first answer", { answer: {} as NonNullable<ToySession["answer"]> }],
    ["with a request that fails", { failure: lost }],
    ["with an example that cannot be read", { fileFailure: lost }],
    ["with columns that are none", { dataFailure: lost }],
    ["with data of a person, who is asked first", { tableOf: ownData }],
  ])("%s", async (_, change) => {
    const session = newSession();
    const awaited = begun(session);
    session.setState(change);
    expect(await isFulfilled(awaited)).toBe(true);
    expect(await isFulfilled(begun(session))).toBe(true);
    session.setState({ computing: true });
    expect(await isFulfilled(awaited)).toBe(true);
  });
});
