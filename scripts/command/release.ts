import { createStore } from "zustand/vanilla";
import { emptyLedger } from "../../src/core/privacy/accounting/ledger.ts";
import { withTable } from "../../src/core/privacy/accounting/ledgerTables.ts";
import { failure } from "../../src/engine/outcome.ts";
import type { ReleaseFile } from "../../src/core/release/file/releaseFile.ts";
import type { StudyContract } from "../../src/core/release/contract.ts";
import { createTakeAway } from "../../src/panels/export/takeAway.ts";
import type { SaidOfRelease } from "../../src/panels/study/releaseWords.ts";
import type { CommonFacts, StudyDefinition } from "../../src/panels/study/study.ts";
import { hasCryptography } from "../../src/state/cryptography.ts";
import type { Declaration } from "../../src/state/ledger/dataLedger.ts";
import { createLedgers } from "../../src/state/ledger/ledger.ts";
import type { LedgerShelf } from "../../src/state/ledger/ledgerShelf.ts";
import { createStudyLedger, type StudyLedger } from "../../src/state/ledger/studyLedger.ts";
import { createStudyOrigins } from "../../src/state/ledger/studyOrigins.ts";
import { createLease } from "../../src/state/lease.ts";
import { createPresenter } from "../../src/state/presented/presented.ts";
import { parameterNames } from "../../src/state/scenario/provenance.ts";
import type { CommonScenario } from "../../src/state/scenario/sharedFields.ts";
import type { ScenarioStore } from "../../src/state/scenario/scenarioStore.ts";
import { emptySession, type Session } from "../../src/state/session/session.ts";
import type { OpenedData } from "./openedData.ts";
import { Refused, valueOf } from "./refused.ts";

/** The ledger of a release: a shelf, perhaps with the budget that begins it; or none, which the archive says. */
export type Bookkeeping = { readonly shelf: LedgerShelf; readonly budget?: Declaration | undefined } | "none";

export interface Delivered {
  readonly file: ReleaseFile;
  /** Sentence about what did not succeed after the release. */
  readonly warning: string | undefined;
}

/**
 * Releases opened data by the rules of the page: what is not private is refused, the cost is entered before a bit is
 * drawn, and the files are those of the page.
 *
 * @param save takes each file
 * @throws {Refused} if nothing was released
 */
export async function releaseOpened<S extends CommonScenario, C extends StudyContract, M, F extends CommonFacts, I, T>(
  definition: StudyDefinition<S, C, M, F, I, T>,
  { scenario: given, table, records, id, client, keysOf }: OpenedData<S, C>,
  bookkeeping: Bookkeeping,
  save: (name: string, content: string | Uint8Array) => void,
  about?: SaidOfRelease,
): Promise<Delivered> {
  if (!hasCryptography())
    throw new Refused("This Node offers no cryptography (globalThis.crypto), so nothing is drawn for others.");
  const session = createStore<Session<S, C, M>>()(() => ({ ...emptySession<S, C, M>(), table, tableOf: given.data }));
  const ledger = await ledgerOf(bookkeeping, session, keysOf);
  const origins = createStudyOrigins<S>(
    definition.id,
    Object.keys(parameterNames(definition.roles)) as (keyof S & string)[],
    () => ledger,
  );
  const scenario = origins.withOrigins(given);
  const scenarios = createStore(() => ({ scenario })) as unknown as ScenarioStore<S>;
  const presenter = createPresenter(scenarios, session, definition.views);
  const parameters = definition.session.requestOf(scenario);
  const before = presenter.store.getState();
  if (before.stale) refuseProblems(before.problems);
  const release = valueOf(await client.run("release", id, { ...parameters, drawCount: 1 } as never));
  session.setState({
    records: { id, value: records },
    answer: { scenario, records, parameters, release, lease: createLease(() => undefined) } as never,
  });
  const { shown, view, problems, current, failure: why } = presenter.store.getState();
  if (!current || !view) {
    refuseProblems(problems);
    throw new Refused(why ?? "The link asks for what cannot be drawn.");
  }
  const { epsilon, delta, calibration } = shown;
  let file: ReleaseFile | undefined;
  const takeAway = createTakeAway(
    definition,
    {
      link: () => definition.links.encode(scenario),
      changedByHand: () => false,
      prepare: () => ({
        ok: true,
        value: () => definition.privately(client, id, scenario, { epsilon, delta, calibration }),
      }),
    },
    ledger,
    {
      save: (name, _, content) => save(name, content),
      onReleased: (made) => (file = made),
      isCounted: bookkeeping !== "none",
    },
  );
  const said = await takeAway.release({ shown, view }, about);
  if (!file) throw new Refused(said ?? "Nothing was released.");
  return { file, warning: said };
}

/** Shelf of a release that nobody counts. */
const unkept: LedgerShelf = {
  hasFormer: () => Promise.resolve(false),
  read: (keys) =>
    Promise.resolve({
      ok: true,
      value: { ledger: withTable(emptyLedger(keys.digests[0]!), keys, false), alike: false },
    }),
  change: () => Promise.resolve(failure("unexpected", "No ledger is kept.")),
  remember: () => Promise.resolve(failure("unexpected", "No ledger is kept.")),
  separate: () => Promise.resolve(failure("unexpected", "No ledger is kept.")),
};

function refuseProblems(problems: ReadonlyMap<string, string>): void {
  if (problems.size > 0) throw new Refused([...problems].map(([name, sentence]) => `${name}: ${sentence}`).join(" "));
}

async function ledgerOf(
  bookkeeping: Bookkeeping,
  session: Parameters<typeof createStudyLedger>[1],
  keysOf: OpenedData<never, StudyContract>["keysOf"],
): Promise<StudyLedger> {
  const shelf = bookkeeping === "none" ? unkept : bookkeeping.shelf;
  const ledger = createStudyLedger(createLedgers({ shelf, keysOf }), session);
  const { book, problem } = await new Promise<ReturnType<typeof ledger.store.getState>>((resolve) => {
    const read = () => ledger.store.getState();
    const isRead = () => read().book !== undefined || read().problem !== undefined;
    if (isRead()) resolve(read());
    else ledger.store.subscribe((state) => isRead() && resolve(state));
  });
  if (!book) throw new Refused(problem ?? "The ledger cannot be read.");
  if (bookkeeping !== "none" && bookkeeping.budget) {
    const refused = await ledger.now()!.declare(bookkeeping.budget);
    if (refused !== undefined) throw new Refused(refused);
  }
  return ledger;
}
