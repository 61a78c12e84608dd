import type { StudyContract } from "../../core/release/contract.ts";
import type { TableReading } from "../../core/tables/tableReading.ts";
import type { Engine, OpenTable } from "../../engine/contract.ts";
import { ownData, type OwnTable } from "../scenario/ownData.ts";
import type { Cell, Session } from "./session.ts";

type LoadingState = Pick<Session<unknown, StudyContract, unknown>, "table" | "tableOf" | "loading" | "fileFailure">;

/** Examples by scenario, files by a person. */
export interface Loading {
  /** @returns true if the session has the table now */
  provide(data: string): boolean;
  /** The table then waits. @returns true if it was read */
  read(source: Blob | string, name: string, reading?: TableReading): Promise<boolean>;
  readonly adoptRead: () => void;
  readonly dropRead: () => void;
  readonly cancelReading: () => void;
  readonly dismissFailure: () => void;
}

/** @param changed a table has come by itself */
export function createLoading(
  engine: Engine,
  own: OwnTable,
  { getState, setState }: Cell<LoadingState>,
  changed: () => void,
): Loading {
  let reading: AbortController | undefined;
  /** Failed examples are tried again when the scenario changes. */
  let example: { readonly id: string; readonly controller: AbortController; failed: boolean } | undefined;

  const adopt = (table: OpenTable | undefined, data: string) => {
    const before = getState();
    if (before.table && before.tableOf !== ownData) engine.closeTable(before.table.id);
    setState({ table, tableOf: data, loading: undefined });
  };

  // The old id stays until the next table: a moved slider requests nothing.
  const loadExample = async (id: string) => {
    reading?.abort();
    example?.controller.abort();
    const controller = new AbortController();
    const mine = (example = { id, controller, failed: false as boolean });
    setState({ loading: 0, fileFailure: undefined });
    const onProgress = (loading: number) => setState({ loading });
    const outcome = await engine.openTable({ example: id }, { signal: controller.signal, onProgress });
    if (controller.signal.aborted) return;
    if (outcome.ok) {
      example = undefined;
      adopt(outcome.value, id);
      changed();
    } else {
      mine.failed = true;
      setState({ loading: undefined, fileFailure: outcome.error });
    }
  };

  const stopExample = () => {
    if (!example) return;
    example.controller.abort();
    example = undefined;
    setState({ loading: undefined, fileFailure: undefined });
  };

  return {
    provide: (data) => {
      const { table, tableOf } = getState();
      if (data === ownData) {
        stopExample();
        const mine = own.getState().table;
        if (tableOf !== ownData || table !== mine) adopt(mine, ownData);
        return true;
      }
      if (data === tableOf) {
        stopExample();
        return true;
      }
      if (example?.id !== data || example.failed) void loadExample(data);
      return false;
    },
    read: async (source, name, howToRead = {}) => {
      reading?.abort();
      const controller = (reading = new AbortController());
      setState({ loading: 0, fileFailure: undefined });
      const onProgress = (loading: number) => setState({ loading });
      const outcome = await engine.openTable(source, { signal: controller.signal, onProgress }, howToRead);
      if (controller.signal.aborted) {
        if (reading === controller && !example) setState({ loading: undefined });
        return false;
      }
      setState({ loading: undefined });
      if (!outcome.ok) {
        const message = `${name}: ${outcome.error.message}`;
        setState({ fileFailure: { ...outcome.error, message } });
        return false;
      }
      const { pending } = own.getState();
      own.setState({ pending: { table: outcome.value, name, source, reading: howToRead } });
      if (pending?.table) engine.closeTable(pending.table.id);
      return true;
    },
    adoptRead: () => {
      const { pending, table } = own.getState();
      if (!pending) return;
      own.setState({ ...pending, pending: undefined });
      if (table) engine.closeTable(table.id);
    },
    dropRead: () => {
      const { pending } = own.getState();
      own.setState({ pending: undefined });
      if (pending?.table) engine.closeTable(pending.table.id);
    },
    cancelReading: () => {
      reading?.abort();
      setState({ loading: undefined });
    },
    dismissFailure: () => setState({ fileFailure: undefined }),
  };
}
