import type { Plugin } from "vite";

export declare const cardSize: { readonly width: number; readonly height: number };
export declare function cards(site?: string): Plugin;
export declare function siteAddress(site: string | undefined): string | undefined;
interface Card {
  readonly path: string;
  readonly hash: string;
  readonly title: string;
  readonly description: string;
}
export declare function cardPage(card: Card, base: string | undefined): string;
export declare function oEmbedOf(card: Card, base: string): Readonly<Record<string, unknown>>;
