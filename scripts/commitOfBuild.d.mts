/** The commit that is built, "-changed" after it where files differ from it; "" outside a repository. */
export function commitOfBuild(): string;
