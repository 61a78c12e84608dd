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

/** Place of edits: the address, the link of "Copy link" alone, or no link. */
export type KeptEdits = "address" | "link" | "nowhere";

/** Edited points of examples, in address and links beside the scenario. */
export interface LinkedEdits {
  /** Edited points only from inside and of an example. */
  readonly link: () => SharedLink;
  readonly kept: () => KeptEdits;
  /** Applies edits that waited for the picture without them, which tells their influence. */
  readonly pictured: () => void;
  /** Restores the last opened link, edited points included. */
  readonly reset: () => void;
}

interface FollowedSession<R> {
  readonly tableOf: string;
  readonly records: { readonly value: R } | undefined;
  readonly edited: boolean;
  readonly answer?: { readonly records: R } | undefined;
  readonly failure?: object | undefined;
}

const key = "edits";
const entryOf = (text: string) => (text === "" ? "" : `&${key}=${text}`);

/** The same link seen from outside, without edited points. */
export function outsideLink(link: string): string {
  return link.replace(/([?&]view=)inside/, "$1outside").replace(new RegExp(`&${key}=[^&]*`), "");
}

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

/** Applies a link's edits once the records are there, and writes edits into address and links. */
export function createLinkedEdits<S extends { readonly data: string; readonly view: string }, R extends object>({
  codec,
  scenarios,
  session,
  editable,
  edit,
}: Followed<S, R>): LinkedEdits {
  type Base = { readonly data: string; readonly records: R };
  let base: Base | undefined;
  /** A table comes before its records, and undo may bring edits of other columns. */
  const bases = new WeakMap<R, Base>();
  let applied = undefined as ReturnType<typeof codec.opened>;
  let waiting = undefined as ReturnType<typeof codec.opened>;

  const refuse = (sentence: string) => {
    scenarios.setState(({ problems }) => ({ problems: [...problems, { key, text: "", sentence }] }));
    scenarios.getState().rewrite();
  };
  const apply = (text: string) => {
    if (!base || !editable) return;
    const values = withEdits(editable.rowsOf(base.records), text);
    const records = values && editable.withRows(base.records, values);
    if (records) edit(records);
    else refuse("The edited points in the link do not fit this example; its own points are shown.");
  };
  /** "" for no edits, undefined if no link can have them. */
  const textNow = (): string | undefined => {
    const { scenario } = scenarios.getState();
    const { records, edited, tableOf } = session.getState();
    const opened = codec.opened();
    const isComing = opened !== applied && scenario.data === opened?.values.data && scenario.view === "inside";
    if (isComing) return opened.edits ?? "";
    if (!edited || !records || tableOf !== scenario.data) return "";
    if (!editable || scenario.data === ownData || scenario.view !== "inside") return undefined;
    if (base?.data !== scenario.data) return undefined;
    const rows = editable.rowsOf(base.records);
    if (!editable.withRows(base.records, Float64Array.from(rows.values))) return undefined;
    return editsText(rows, editable.rowsOf(records.value));
  };
  const kept = (text = textNow()): KeptEdits => {
    if (text === undefined) return "nowhere";
    return scenarios.getState().hasRoom(entryOf(text)) ? "address" : "link";
  };
  const take = (edits: string | undefined) => {
    const { scenario } = scenarios.getState();
    if (edits === undefined) {
      // An address without edits has none, unless they have no place in it.
      if (session.getState().edited && kept() === "address") edit(undefined);
    } else if (scenario.data === ownData || !editable)
      refuse("Edited points travel with examples only; none were taken.");
    else if (scenario.view !== "inside") refuse("Edited points travel in links from inside only; none were taken.");
    else if (edits !== textNow()) apply(edits);
  };
  const follow = () => {
    const { scenario } = scenarios.getState();
    const { records, edited, tableOf, answer, failure } = session.getState();
    if (!records || tableOf !== scenario.data) return;
    base = bases.get(records.value) ?? (edited ? base : { data: tableOf, records: records.value });
    if (base) bases.set(records.value, base);
    const opened = codec.opened();
    if (!opened || opened === applied || base?.data !== scenario.data) return;
    if (opened.edits !== undefined && answer?.records !== records.value) waiting = opened;
    if (opened === waiting && !failure) return;
    applied = opened;
    take(opened.edits);
  };
  scenarios.getState().accompany(() => {
    const text = textNow();
    return text !== undefined && kept(text) === "address" ? entryOf(text) : "";
  });
  scenarios.subscribe(follow);
  session.subscribe((state, before) => {
    follow();
    const isEdit = state.edited || before.edited;
    if (isEdit && (state.records !== before.records || state.edited !== before.edited)) scenarios.getState().rewrite();
  });

  return {
    kept: () => kept(),
    pictured: () => {
      waiting = undefined;
      follow();
    },
    link: () => {
      const text = textNow();
      const leavesOut = text === undefined ? "edits" : "nothing";
      return { link: scenarios.getState().link() + entryOf(text ?? ""), leavesOut };
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
