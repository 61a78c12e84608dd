/** The list of the public names of core, with the first sentence of the comment of each. */
export function apiText(): string;
/** The comment of an export of a file of core. */
export function commentOf(file: string, name: string): string;
