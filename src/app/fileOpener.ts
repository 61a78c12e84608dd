import { createStore, type StoreApi } from "zustand/vanilla";
import { ParameterError } from "../core/errors.ts";
import type { ReleaseFile } from "../core/release/file/releaseFile.ts";

const openedState = () => import("./openedState.ts");

export interface FileOpener {
  readonly store: StoreApi<{ readonly sentence: string | undefined }>;
  /** @returns false for a possible table; of JSON and archives, once their structure is known */
  readonly open: (file: File) => boolean | Promise<boolean>;
  readonly dismiss: () => void;
}

interface Doors {
  /** @returns reason of a failure; undefined on success */
  readonly showRelease: (file: ReleaseFile) => Promise<string | undefined>;
  readonly showLink: (link: string) => void;
  readonly load?: typeof openedState;
}

/** A schema says how a table is read; it is no release. */
const kinds = /(?<!\.schema)\.(json|zip|svg|png)$/i;

/** Opens an untrusted release, archive or saved picture; invalid content is refused with a sentence. */
export function createFileOpener({ showRelease, showLink, load = openedState }: Doors): FileOpener {
  const store = createStore<{ readonly sentence: string | undefined }>()(() => ({ sentence: undefined }));
  const show = (sentence: string | undefined) => store.setState({ sentence });
  // The last file wins, even over a slower one.
  let newest = 0;

  const open = async (file: File, kind: string, isNewest: () => boolean): Promise<string | undefined> => {
    const reader = await load().catch(() => undefined);
    if (!reader) return notLoaded;
    const state = await reader.stateIn(file, kind);
    if (state.kind === "release" && !(await reader.isWhole(state.release))) {
      return "The release was changed after it was sealed: its digest does not belong to its content.";
    }
    if (!isNewest()) return undefined;
    if (state.kind === "release") return showRelease(state.release);
    showLink(state.link);
    return /[?&]data=own(&|$)/.test(state.link) ? withoutRecords : undefined;
  };

  return {
    store,
    open: (file) => {
      const [, kind] = kinds.exec(file.name) ?? [];
      const mine = ++newest;
      show(undefined);
      if (kind === undefined) return false;
      const isNewest = () => mine === newest;
      const start = () => {
        open(file, kind.toLowerCase(), isNewest).then(showIfNewest, (error: unknown) => {
          showIfNewest(error instanceof ParameterError ? `${file.name} was not opened: ${error.message}.` : unreadable);
        });
        return true;
      };
      const showIfNewest = (sentence: string | undefined) => {
        if (isNewest()) show(sentence);
      };
      if (!/json|zip/i.test(kind)) return start();
      return load()
        .then(({ isOurs }) => isOurs(file, kind.toLowerCase()))
        .then(
          (is) => (is ? start() : !isNewest()),
          () => start(),
        );
    },
    dismiss: () => show(undefined),
  };
}

const withoutRecords =
  "The picture opened with its settings. Records of your own are never in a picture: load their file again to see it.";
const notLoaded = "What opens such files could not be loaded: open the file again when there is a connection.";
const unreadable = "This file could not be read.";
