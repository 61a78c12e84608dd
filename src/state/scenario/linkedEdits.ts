import type { StoreApi } from "zustand/vanilla";
import { editsText, withEdits, type Rows } from "./editedRows.ts";
import type { LinkCodec } from "./linkCodec.ts";
import { ownData } from "./ownData.ts";
import type { ScenarioStore } from "./scenarioStore.ts";

export interface EditableRecords<R> {
  readonly rowsOf: (records: R) => Rows;
  /** Undefined for invalid rows. */
  readonly withRows: (records: R, values: Float64Array) => R | undefined;
}

/** And whether it holds edited points. */
export interface SharedLink {
  readonly link: string;
  readonly leavesOut: "nothing" | "edits";
}

/** Edited points of examples, in links beside the scenario. */
interface LinkedEdits {
  /** Edited points only from inside and of an example. */
  readonly link: () => SharedLink;
  /** Restores the last opened link, edited points included. */
  readonly reset: () => void;
}

interface FollowedSession<R> {
  readonly tableOf: string;
  readonly records: { readonly value: R } | undefined;
  readonly edited: boolean;
}

const key = "edits";

/** Leaves edited points to those who apply them. */
export function codecWithEdits<S>(codec: LinkCodec<S>): LinkCodec<S> & {
  readonly opened: () => { readonly values: S; readonly edits: string | undefined } | undefined;
} {
  let opened: { readonly values: S; readonly edits: string | undefined } | undefined;
  return {
    ...codec,
    decode: (hash) => {
      const entry = new RegExp(`[&?]${key}=([^&]*)`).exec(hash);
      const link = codec.decode(entry ? hash.replace(entry[0], entry[0].startsWith("?") ? "?" : "") : hash);
      opened = { values: link.values, edits: entry?.[1] };
      return link;
    },
    opened: () => opened,
  };
}

interface Followed<S, R> {
  readonly codec: ReturnType<typeof codecWithEdits<S>>;
  readonly scenarios: ScenarioStore<S>;
  readonly session: Pick<StoreApi<FollowedSession<R>>, "getState" | "subscribe">;
  readonly editable: EditableRecords<R> | undefined;
  readonly edit: (records: R | undefined) => void;
}

/** Applies a link's edits once the records are there, and writes edits into links. */
export function createLinkedEdits<S extends { readonly data: string; readonly view: string }, R>({
  codec,
  scenarios,
  session,
  editable,
  edit,
}: Followed<S, R>): LinkedEdits {
  let base: { readonly data: string; readonly records: R } | undefined;
  let applied = undefined as ReturnType<typeof codec.opened>;

  const refuse = (sentence: string) =>
    scenarios.setState(({ problems }) => ({ problems: [...problems, { key, text: "", sentence }] }));

  const apply = (text: string) => {
    if (!base || !editable) return;
    const values = withEdits(editable.rowsOf(base.records), text);
    const records = values && editable.withRows(base.records, values);
    if (records) edit(records);
    else refuse("The edited points in the link do not fit this example; its own points are shown.");
  };
  const follow = () => {
    const { scenario } = scenarios.getState();
    const { records, edited, tableOf } = session.getState();
    if (!records || tableOf !== scenario.data) return;
    if (!edited) base = { data: tableOf, records: records.value };
    const opened = codec.opened();
    if (!opened || opened === applied || base?.data !== scenario.data) return;
    applied = opened;
    if (opened.edits === undefined) return;
    if (scenario.data === ownData || !editable) refuse("Edited points travel with examples only; none were taken.");
    else apply(opened.edits);
  };
  scenarios.subscribe(follow);
  session.subscribe(follow);

  return {
    link: () => {
      const { scenario, link } = scenarios.getState();
      const { records, edited, tableOf } = session.getState();
      const own = link();
      if (!edited || !records || tableOf !== scenario.data) return { link: own, leavesOut: "nothing" };
      const isShareable = editable && scenario.data !== ownData && scenario.view === "inside";
      const text =
        isShareable &&
        base?.data === scenario.data &&
        editsText(editable.rowsOf(base.records), editable.rowsOf(records.value));
      if (text === "") return { link: own, leavesOut: "nothing" };
      return text ? { link: `${own}&${key}=${text}`, leavesOut: "nothing" } : { link: own, leavesOut: "edits" };
    },
    reset: () => {
      const opened = codec.opened();
      if (!opened) return;
      const { view, ...values } = opened.values;
      scenarios.getState().set(values as unknown as Partial<S>, { commit: true, by: "link" });
      const { tableOf, edited } = session.getState();
      if (opened.edits === undefined) {
        if (edited) edit(undefined);
      } else if (tableOf === opened.values.data) apply(opened.edits);
      else applied = undefined; // Once its records are there.
    },
  };
}
