import { createStore, type StoreApi } from "zustand/vanilla";
import type { AddressBar } from "../addressBar.ts";

/** A teacher's frame around a study, from a link; no lock: editing the address removes it. */
export interface Staging {
  readonly title: string;
  /** In place of the study's introduction. */
  readonly question: string;
  /** Visible, at most three; undefined for the whole page. */
  readonly controls: readonly string[] | undefined;
  /** Visible but fixed. */
  readonly locked: readonly string[];
  /** Controls that the link names beyond the three. */
  readonly leftOut?: readonly string[];
  /** Before controls and sentence come. */
  readonly asksGuess?: boolean;
  /** For the back row: picture, one control, question and sentence in large type. */
  readonly isProjected: boolean;
  /** Prepared values of the first control, stepped by arrow keys before a class. */
  readonly states?: readonly string[];
  /** Below a lesson's picture; no link sets it. */
  readonly words?: "none" | "first";
}

export const unstaged: Staging = {
  title: "",
  question: "",
  controls: undefined,
  locked: [],
  isProjected: false,
};

export const mostStagedControls = 3;
const longest = { title: 80, question: 240, name: 20 };

/** Foreign text: one line, no control characters or marks of direction. */
function plainLine(text: string, most: number): string {
  const shown = Array.from(text.slice(0, 4 * most))
    .slice(0, most)
    .join("");
  return shown.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}

const mostListed = 60;

const listed = (text: string | undefined) =>
  (text ?? "")
    .split(",", mostListed)
    .map((name) => plainLine(name, longest.name))
    .filter((name, i, names) => name !== "" && names.indexOf(name) === i);

/** Numbers as the address of a study writes them, each once: a step from a value leads to another. */
export const listedStates = (text: string | undefined) => [
  ...new Set(listed(text).map((value) => (Number.isFinite(Number(value)) ? String(Number(value)) : value))),
];

const keys = ["title", "ask", "guess", "controls", "lock", "states"] as const;

/** `show` also belongs to a study, with other words. */
function isStaging(entry: string): boolean {
  const [key = ""] = entry.split("=", 1);
  return entry === "show=stage" || keys.some((known) => known === key);
}

const decoded = (text: string) => {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return "";
  }
};

/** Never throws. */
function splitStaging(hash: string): { readonly link: string; readonly staging: Staging } {
  const at = hash.indexOf("?");
  const entries = at < 0 ? [] : hash.slice(at + 1).split("&");
  if (!entries.some(isStaging)) return { link: hash, staging: unstaged };
  const own = entries.filter((entry) => !isStaging(entry));
  const given = (key: (typeof keys)[number]) => {
    const entry = entries.find((candidate) => candidate.startsWith(`${key}=`));
    return entry === undefined ? undefined : decoded(entry.slice(key.length + 1));
  };
  const controls = listed(given("controls"));
  const lock = listed(given("lock"));
  const isStaged = given("controls") !== undefined || given("lock") !== undefined;
  const named = [...controls, ...lock.filter((name) => !controls.includes(name))];
  const shown = named.slice(0, mostStagedControls);
  const leftOut = named.slice(mostStagedControls, 2 * mostStagedControls);
  const states = listedStates(given("states"));
  return {
    link: own.length === 0 ? hash.slice(0, at) : `${hash.slice(0, at)}?${own.join("&")}`,
    staging: {
      title: plainLine(given("title") ?? "", longest.title),
      question: plainLine(given("ask") ?? "", longest.question),
      controls: isStaged ? shown : undefined,
      locked: lock.filter((name) => shown.includes(name)),
      ...(leftOut.length > 0 && { leftOut }),
      ...(given("guess") === "first" && given("ask") && { asksGuess: true }),
      ...(states.length > 0 && { states }),
      isProjected: entries.includes("show=stage"),
    },
  };
}

export function withStaging(
  link: string,
  { controls, locked, asksGuess, isProjected, states = [], ...texts }: Staging,
): string {
  const title = plainLine(texts.title, longest.title);
  const question = plainLine(texts.question, longest.question);
  const written = (key: string, text: string) =>
    `${key}=${encodeURIComponent(text).replaceAll("%20", "+").replaceAll("%2C", ",")}`;
  const entries = [
    ...(title === "" ? [] : [written("title", title)]),
    ...(question === "" ? [] : [written("ask", question)]),
    ...(asksGuess && question !== "" ? ["guess=first"] : []),
    ...(controls === undefined ? [] : [written("controls", controls.join(","))]),
    ...(locked.length === 0 ? [] : [written("lock", locked.join(","))]),
    ...(states.length === 0 ? [] : [written("states", states.join(","))]),
    ...(isProjected ? ["show=stage"] : []),
  ];
  if (entries.length === 0) return link;
  return `${link || "#/"}${link.includes("?") ? "&" : "?"}${entries.join("&")}`;
}

/**
 * The address at the next of the prepared states, or the one before; undefined beyond their ends. A state changes one
 * entry of the study: it neither shows the original of an outside link nor stages anything.
 */
export function steppedHash(hash: string, by: 1 | -1): string | undefined {
  const { link, staging } = splitStaging(hash);
  const { states = [], controls: [name = "epsilon"] = [] } = staging;
  const start = `${name}=`;
  if (!/^\w+$/.test(name) || name === "view" || isStaging(start)) return undefined;
  const [path, query = ""] = link.split("?") as [string, string?];
  const entries = query.split("&").filter((entry) => entry !== "");
  const now = entries.find((entry) => entry.startsWith(start))?.slice(start.length) ?? "";
  const next = states[states.indexOf(decoded(now)) + by];
  if (next === undefined) return undefined;
  const others = entries.filter((entry) => !entry.startsWith(start));
  return withStaging(`${path}?${[...others, start + encodeURIComponent(next)].join("&")}`, staging);
}

export interface StagedAddress {
  /** Without staging. */
  readonly address: AddressBar;
  readonly store: StoreApi<Staging>;
  readonly stage: (staging: Staging) => void;
}

/** Splits links from their staging, which a study's writes keep. */
export function createStagedAddress(bar: AddressBar): StagedAddress {
  const store = createStore<Staging>()(() => splitStaging(bar.getHash()).staging);
  const write = (how: "push" | "replace") => (link: string) => bar[how](withStaging(link, store.getState()));
  const getHash = () => splitStaging(bar.getHash()).link;
  return {
    store,
    address: {
      getHash,
      push: write("push"),
      replace: write("replace"),
      lengthOf: (link) => bar.lengthOf(withStaging(link, store.getState())),
      subscribe: (listener) =>
        bar.subscribe(() => {
          store.setState(splitStaging(bar.getHash()).staging, true);
          listener();
        }),
    },
    stage: (staging) => {
      store.setState(staging, true);
      bar.replace(withStaging(getHash(), staging));
    },
  };
}
