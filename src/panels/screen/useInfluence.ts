import { useLayoutEffect, useRef, useState } from "react";
import type { EditableRecords } from "../../state/scenario/linkedEdits.ts";
import type { InfluenceOfOne } from "../pictures/furtherLines.ts";

/** Records with their original. Private. */
interface Stand<R> {
  readonly records: R;
  readonly original: Float64Array;
}

interface Known<R> extends Stand<R> {
  readonly subject: string;
  /** Since the subject changed: undo and redo show these again. */
  readonly seen: WeakSet<object>;
  readonly base?: (Stand<R> & { readonly change: Change }) | undefined;
}

type Change = Pick<InfluenceOfOne, "kind" | "from" | "to"> & { readonly record: number };

interface Now<R> extends Stand<R> {
  /** Changes with every setting but budget and noise. */
  readonly subject: string;
  readonly edited: boolean;
}

/**
 * Influence of the record edited last, or of several that came at once, as with a link. Edits of one record count
 * together; undo, redo, reset and other settings end it.
 *
 * @param now absent outside, and while records and original do not match
 * @param before the same before the first call
 */
export function useInfluence<R extends object>(
  now: Now<R> | undefined,
  before: Now<R> | undefined,
  rowsOf: EditableRecords<R>["rowsOf"] | undefined,
): InfluenceOfOne | undefined {
  const last = useRef<Known<R>>(undefined);
  const first = useRef(before);
  const [influence, setInfluence] = useState<InfluenceOfOne>();
  const { subject, edited, records, original } = now ?? {};
  useLayoutEffect(() => {
    if (!rowsOf || subject === undefined || !records || !original) return;
    last.current ??= first.current && nextInfluence(undefined, first.current, rowsOf);
    const known = nextInfluence(last.current, { subject, edited: edited === true, records, original }, rowsOf);
    last.current = known;
    setInfluence(known.base && { before: known.base.original, after: known.original, ...known.base.change });
  }, [subject, edited, records, original, rowsOf]);
  return influence && influence.before.length === original?.length ? influence : undefined;
}

export function nextInfluence<R extends object>(
  last: Known<R> | undefined,
  { subject, edited, ...now }: Now<R>,
  rowsOf: EditableRecords<R>["rowsOf"],
): Known<R> {
  const { records } = now;
  // A view's array is filled again later.
  const stand = { records, original: now.original.slice() };
  if (last?.subject !== subject || !edited) return { ...stand, subject, seen: new WeakSet([records]) };
  if (records === last.records) return { ...last, ...stand };
  const { seen } = last;
  if (seen.has(records)) return { ...stand, subject, seen };
  seen.add(records);
  const together = last.base && changeOf(rowsOf(last.base.records), rowsOf(records));
  if (together && together.kind !== "several" && together.record === last.base.change.record) {
    return { ...stand, subject, seen, base: { ...last.base, change: together } };
  }
  const change = changeOf(rowsOf(last.records), rowsOf(records));
  const before = { records: last.records, original: last.original };
  return { ...stand, subject, seen, base: change && { ...before, change } };
}

type Rows = ReturnType<EditableRecords<object>["rowsOf"]>;

function changeOf(before: Rows, after: Rows): Change | undefined {
  const { width } = before;
  const rowOf = ({ values }: Rows, row: number) => Array.from({ length: width }, (_, k) => values[row * width + k]!);
  const [m, n] = [before.values.length / width, after.values.length / width];
  if (width !== after.width) return undefined;
  const several: Change = { kind: "several", record: -1, from: [], to: [] };
  if (Math.abs(m - n) > 1) return several;
  const isSame = (i: number, j: number) => {
    for (let k = 0; k < width; k++) if (before.values[i * width + k] !== after.values[j * width + k]) return false;
    return true;
  };
  let record = 0;
  while (record < Math.min(m, n) && isSame(record, record)) record++;
  if (record === m && record === n) return undefined;
  const kind = m === n ? "moved" : n > m ? "added" : "removed";
  const [skipped, gained] = [kind === "added" ? 0 : 1, kind === "removed" ? 0 : 1];
  for (let i = record + skipped; i < m; i++) if (!isSame(i, i - skipped + gained)) return several;
  return {
    kind,
    record,
    from: kind === "added" ? [] : rowOf(before, record),
    to: kind === "removed" ? [] : rowOf(after, record),
  };
}
