import { createStore, type StoreApi } from "zustand/vanilla";
import type { AddressBar } from "../addressBar.ts";
import { isStudy, studyOf } from "./linkCodec.ts";

/** The study in the address. */
export interface Router<Id extends string> {
  readonly store: StoreApi<{ readonly study: Id }>;
  /** As it was left, as a step of the browser's history. */
  open(study: Id): void;
  /** A study's address bar; while another is shown, it stores writes. */
  addressOf(study: Id): AddressBar;
}

/**
 * @param studies the first is the default
 * @param openings links for addresses that name a study alone
 */
export function createRouter<Id extends string>(
  address: AddressBar,
  studies: readonly [Id, ...Id[]],
  openings: Partial<Record<Id, string>> = {},
): Router<Id> {
  const named = (hash: string): Id => studies.find((id) => isStudy(studyOf(hash), id)) ?? studies[0];
  const store = createStore<{ readonly study: Id }>()(() => ({ study: named(address.getHash()) }));
  const kept = new Map<Id, string>();
  const shown = (study: Id) => store.getState().study === study;
  const linkOf = (study: Id, hash: string) => {
    const name = studyOf(hash);
    const isBare = !hash.includes("?") && (name === "" || isStudy(name, study));
    return isBare ? (openings[study] ?? hash) : hash;
  };

  address.subscribe(() => store.setState({ study: named(address.getHash()) }));

  return {
    store,
    open: (study) => {
      if (shown(study)) return;
      kept.set(store.getState().study, address.getHash());
      address.push(linkOf(study, kept.get(study) ?? `#/${study}`));
      store.setState({ study });
    },
    addressOf: (study) => {
      const write = (how: "push" | "replace") => (hash: string) => {
        if (shown(study)) address[how](hash);
        else kept.set(study, hash);
      };
      return {
        getHash: () => linkOf(study, named(address.getHash()) === study ? address.getHash() : (kept.get(study) ?? "")),
        replace: write("replace"),
        push: write("push"),
        lengthOf: address.lengthOf,
        subscribe: (listener) =>
          address.subscribe(() => {
            if (named(address.getHash()) === study) listener();
          }),
      };
    },
  };
}
