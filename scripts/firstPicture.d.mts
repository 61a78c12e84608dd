import type { Plugin } from "vite";

export declare function firstPicture(): Plugin;
