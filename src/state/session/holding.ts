import type { StudyContract } from "../../core/release/contract.ts";
import type { Held, OpenTable, StudyClient, TableId } from "../../engine/contract.ts";
import type { Cell, Session } from "./session.ts";

type HoldingState<C extends StudyContract> = Pick<
  Session<unknown, C, unknown>,
  "records" | "making" | "dataFailure" | "edited" | "readShare"
>;

/** Held by the engine. */
interface Holding<C extends StudyContract> {
  /** Makes a choice's records, unless they exist or are on their way. */
  follow(table: OpenTable | undefined, choice: C["choice"] | undefined): void;
  edit(records: C["records"]): void;
  /** In place of edited records. */
  restore(): void;
}

/** @param changed records have come or gone */
export function createHolding<C extends StudyContract>(
  client: StudyClient<C>,
  { getState, setState }: Cell<HoldingState<C>>,
  changed: () => void,
): Holding<C> {
  let key = "";
  let making: AbortController | undefined;

  const letGo = () => {
    making?.abort();
    const { records } = getState();
    if (records) client.drop(records.id);
    setState({ records: undefined, making: false, edited: false, dataFailure: undefined, readShare: undefined });
  };

  const make = async (table: TableId, choice: C["choice"], isLarge: boolean) => {
    const controller = (making = new AbortController());
    setState({ making: true, ...(isLarge && { readShare: 0 }) });
    const { signal } = controller;
    const take = (records: Held<C["records"]>) => {
      const before = getState().records;
      setState({ records });
      if (before) client.drop(before.id);
    };
    const outcome = await client.recordsFrom(table, choice, {
      signal,
      onProgress: (share) => {
        if (!signal.aborted && isLarge) setState({ readShare: share });
      },
      onPart: (value) => {
        if (signal.aborted) return;
        take({ id: client.hold(value), value });
        changed();
      },
    });
    if (signal.aborted) {
      if (outcome.ok) client.drop(outcome.value.id);
      return;
    }
    setState({ making: false, readShare: undefined });
    if (outcome.ok) take(outcome.value);
    else {
      letGo();
      setState({ dataFailure: outcome.error });
    }
    changed();
  };

  return {
    follow: (table, choice) => {
      const wanted = JSON.stringify([table?.id, choice]);
      if (wanted === key) return;
      key = wanted;
      letGo();
      if (table !== undefined && choice !== undefined) void make(table.id, choice, table.outline.large !== undefined);
    },
    edit: (value) => {
      making?.abort();
      const before = getState().records;
      setState({ records: { id: client.hold(value), value }, making: false, edited: true, dataFailure: undefined });
      if (before) client.drop(before.id);
      changed();
    },
    restore: () => {
      key = "";
      changed();
    },
  };
}
