import type { Plugin } from "vite";

export declare const cardSize: { readonly width: number; readonly height: number };
export declare function cards(site?: string): Plugin;
export declare function siteAddress(site: string | undefined): string | undefined;
export declare function cardPage(
  card: { readonly path: string; readonly hash: string; readonly title: string; readonly description: string },
  base: string | undefined,
): string;
