import { ParameterError } from "../src/core/errors.ts";
import { freshWords } from "./freshWords.ts";

/** Each answers only after a ledger entry has paid for it. */
interface OnlineSessions<Release> {
  /** @returns its session */
  open(release: Release): number;
  /** @throws {ParameterError} for a session not held, or an id of no entry */
  pay(session: number, entry: string): void;
  /** @throws {ParameterError} for a session not held, or not paid for */
  paid(session: number): Release;
}

export function onlineSessions<Release>(): OnlineSessions<Release> {
  const held = new Map<number, { readonly release: Release; entry: string | undefined }>();
  const sessionOf = (session: number) => {
    const found = held.get(session);
    if (found) return found;
    throw new ParameterError("session", session, "one that this worker holds: its noise is lost");
  };
  return {
    open: (release) => {
      const session = freshWords().word();
      held.set(session, { release, entry: undefined });
      return session;
    },
    pay: (session, entry) => {
      const found = sessionOf(session);
      if (!/^[0-9a-f]{32}$/.test(entry)) throw new ParameterError("entry", entry, "the id of a ledger entry");
      found.entry ??= entry;
    },
    paid: (session) => {
      const { release, entry } = sessionOf(session);
      if (entry === undefined) throw new ParameterError("session", session, "one that a ledger entry has paid for");
      return release;
    },
  };
}
