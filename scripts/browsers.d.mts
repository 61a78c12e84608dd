export type EngineName = "Chromium" | "Firefox" | "WebKit";

/** A page in a profile of its own. */
export interface DrivenPage {
  readonly version: string;
  /** Opens an address, as a page that was not there before. */
  readonly visit: (url: string) => Promise<void>;
  /** Runs the text of a function in the page; arguments and result cross as JSON. */
  readonly evaluate: <T>(code: string, ...values: readonly unknown[]) => Promise<T>;
  /** Presses the mouse at the first place, and lets go at the last. */
  readonly drag: (places: readonly (readonly [x: number, y: number])[]) => Promise<void>;
  /** Gives a file to the first control that takes one. */
  readonly upload: (file: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface WebEngine {
  /** Path of the program, after an attempt to install it as root on Debian; undefined where there is none. */
  readonly find: () => string | undefined;
  /** `frames`: as the screen's clock has them, or as many as can be painted where that can be asked for. */
  readonly open: (path: string, options?: { readonly frames?: "screen" | "free" }) => Promise<DrivenPage>;
}

export const engines: Readonly<Record<EngineName, WebEngine>>;
export const missing: Readonly<Record<EngineName, string>>;
