import type { Browser, Page } from "playwright-core";

interface Row {
  readonly name: string;
  readonly size: string;
}

export function survivingTabs(
  address: string,
  options?: {
    readonly args?: readonly string[];
    readonly prepare?: (page: Page) => Promise<unknown>;
    readonly ready?: (page: Page, path: string) => Promise<unknown> | undefined;
  },
): {
  readonly alive: () => Promise<Browser>;
  readonly open: (path: string) => Promise<Page>;
  readonly attempt: (rows: object[], row: Row, measure: () => Promise<object | readonly object[]>) => Promise<void>;
  readonly close: () => Promise<void>;
};
