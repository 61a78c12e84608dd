/** Writes the package `curveil-core` into a folder, which is emptied and returned. */
export function buildCore(out?: string): Promise<string>;
