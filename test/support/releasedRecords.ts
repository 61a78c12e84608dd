import { createHash, webcrypto } from "node:crypto";
import { openDB } from "idb";
import { vi } from "vitest";
import { createStore } from "zustand/vanilla";
import { loadExample } from "../../src/core/examples/examples.ts";
import { outlineOf } from "../../src/core/records/outline.ts";
import { composedDpEvent } from "../../src/core/privacy/accounting/dpEvent.ts";
import { costsOf } from "../../src/core/privacy/accounting/ledger.ts";
import type { ReleaseFile } from "../../src/core/release/file/releaseFile.ts";
import type { Computation, ParametersOf, StudyContract, StudyWorker } from "../../src/core/release/contract.ts";
import { seededSource } from "../../src/core/random/seededSource.ts";
import type { OpenTable, StudyClient } from "../../src/engine/contract.ts";
import { failure } from "../../src/engine/outcome.ts";
import { ledgerFileName } from "../../src/panels/ledger/ledgerWords.ts";
import { createSpend } from "../../src/panels/ledger/spend.ts";
import type { CommonFacts, Spend, StudyDefinition } from "../../src/panels/study/study.ts";
import { createTakeAway } from "../../src/panels/export/takeAway.ts";
import { createLedgers } from "../../src/state/ledger/ledger.ts";
import { createDatabaseShelf } from "../../src/state/ledger/ledgerShelf.ts";
import { createLease } from "../../src/state/lease.ts";
import type { Lease } from "../../src/state/lease.ts";
import type { Answer } from "../../src/state/session/session.ts";
import type { CommonScenario } from "../../src/state/scenario/sharedFields.ts";
import { parameterNames } from "../../src/state/scenario/provenance.ts";
import { createStudyLedger } from "../../src/state/ledger/studyLedger.ts";
import { shownOf } from "../studies/presenting.ts";
import type { Shown } from "../studies/presenting.ts";
import { saidBy } from "./replays.ts";
import { budget } from "./studyLedgers.ts";

/** A study with the worker that computes for it. */
export interface Workplace<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T> {
  readonly study: StudyDefinition<S, C, M, F, I, T>;
  readonly worker: StudyWorker<C>;
}

/** All that can leave the page of a release. */
export interface Left {
  /** What the page says of it; nothing where all is well. */
  readonly said: string | undefined;
  /** The names, types and bytes of the files. */
  readonly files: readonly (readonly [name: string, type: string, bytes: string])[];
  readonly released: ReleaseFile | undefined;
  /** The ledger as a file, with its name; all that the database holds; the events for other programs. */
  readonly ledger: readonly [name: string, text: string];
  readonly stored: string;
  readonly events: string;
  /** The address of each side. */
  readonly links: readonly string[];
  /** How often randomness was asked for: what it took, in a unit that does not depend on the machine. */
  readonly blocks: number;
}

/** What a part of a study made: its file, or why there is none. */
export interface Made {
  readonly said?: string | undefined;
  readonly file?: ReleaseFile | undefined;
}

/** What a part of a study is given to release with. */
export interface Hands<S, C extends StudyContract, F, I> extends Shown<S, F, I> {
  readonly view: Shown<S, F, I>["view"] & { readonly lease: Lease };
  readonly client: StudyClient<C>;
  readonly records: never;
  readonly spend: Spend;
}

/**
 * Releases records as the page does, with the same random bits and at the same moment each time: the worker's own task, the
 * ledger in a database, the files.
 *
 * @param digest of the table, which differs with the records
 * @param screen the seed of the noise of the preview, which must not matter
 * @param release in place of the study's own release
 */
export async function releasedOf<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T>(
  { study, worker }: Workplace<S, C, M, F, I, T>,
  scenario: S,
  records: C["records"],
  {
    screen,
    release,
  }: {
    readonly screen: number;
    readonly release?: ((hands: Hands<S, C, F, I>) => Promise<Made>) | undefined;
  },
): Promise<Left> {
  const parameters = study.session.requestOf(scenario);
  const asked = { ...parameters, seed: screen } as ParametersOf<C, "release">;
  const answer = { scenario, records, parameters, release: mustSay(worker.tasksOn(records).release, asked) };
  const now = shownOf(study, answer as unknown as Answer<S, C>, scenario);

  let blocks = 0;
  const random = seededSource(20_261_123);
  vi.stubGlobal("crypto", {
    subtle: webcrypto.subtle,
    getRandomValues: (block: Uint32Array | Uint8Array) => {
      blocks++;
      return block.map((_, i) => (block[i] = Math.floor(random.uniform() * 2 ** (8 * block.BYTES_PER_ELEMENT))));
    },
  });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 22, 6, 10) });
  try {
    const dataHash = createHash("sha256").update(JSON.stringify(records)).digest("hex");
    const name = `released-${++databases}`;
    const ledgers = createLedgers({
      shelf: createDatabaseShelf({ name }),
      keysOf: () => Promise.resolve({ ok: true, value: { digests: [dataHash] } }),
    });
    const table = { id: 1, outline: { columns: [], rowCount: 0, notices: [] } } as unknown as OpenTable;
    const ledger = createStudyLedger(
      ledgers,
      createStore(() => ({ table })),
    );
    await vi.waitUntil(() => ledger.store.getState().book !== undefined, { timeout: 30_000 });
    await ledger.now()!.declare({ ...budget, epsilon: 500 });

    const files: (readonly [string, string, string])[] = [];
    let released: ReleaseFile | undefined;
    const client = clientOf(worker, records);
    const takeAway = createTakeAway(
      study,
      {
        link: () => study.links.encode(scenario),
        changedByHand: () => false,
        prepare: ({ shown: { epsilon, delta, calibration } }) => ({
          ok: true,
          value: () => study.privately(client, 1 as never, scenario, { epsilon, delta, calibration }),
        }),
      },
      ledger,
      {
        save: (file, type, content) =>
          files.push([file, type, typeof content === "string" ? content : Buffer.from(content).toString("latin1")]),
        onReleased: (file) => (released = file),
      },
    );
    const spend = createSpend(ledger, study.id, parameterNames(study.roles));
    const made: Made = release
      ? await release({
          ...now,
          view: { ...now.view, lease: createLease(() => undefined) },
          client,
          records: 1 as never,
          spend,
        })
      : { said: await takeAway.release(now) };
    released ??= made.file;
    const { book } = ledger.store.getState();
    return {
      said: made.said,
      files,
      released,
      ledger: [ledgerFileName(book!), ledger.now()!.text()!.replaceAll(dataHash, "digest of the table")],
      stored: (await contentsOf(name)).replaceAll(dataHash, "digest of the table"),
      events: JSON.stringify(composedDpEvent(costsOf(book!.entries))),
      links: (["inside", "outside"] as const).map((view) => study.links.encode({ ...now.shown, view })),
      blocks,
    };
  } finally {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  }
}

let databases = 0;

/** The records that a scenario takes of an example. */
export function recordsOf<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T>(
  { study, worker }: Workplace<S, C, M, F, I, T>,
  data: string,
  scenario: S,
): C["records"] {
  const table = loadExample(data);
  return worker.recordsFrom(table, study.session.choiceOf(scenario, outlineOf(table))!);
}

/** The engine's client of a worker in this thread, on given records. */
function clientOf<C extends StudyContract>(worker: StudyWorker<C>, records: C["records"]): StudyClient<C> {
  const tasks = worker.tasksOn(records) as Readonly<Record<string, Computation<unknown, unknown>>>;
  return {
    run: (task: string, _: unknown, parameters: unknown) => {
      const said = saidBy(tasks[task]!, parameters);
      return Promise.resolve(typeof said === "string" ? failure("parameter", said) : { ok: true, value: said });
    },
  } as unknown as StudyClient<C>;
}

function mustSay<P, R>(computation: Computation<P, R>, parameters: P): R {
  const said = saidBy(computation, parameters);
  if (typeof said === "string") throw new Error(said);
  return said;
}

/** All that a database holds, store by store. */
async function contentsOf(name: string): Promise<string> {
  const database = await openDB(name);
  const stores = await Promise.all(
    [...database.objectStoreNames].map(async (store) => [
      store,
      await database.getAllKeys(store),
      await database.getAll(store),
    ]),
  );
  database.close();
  return JSON.stringify(stores);
}
