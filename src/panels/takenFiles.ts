/** Looks whether a file is of its kind, and takes it if so. */
export type FileTaker = (file: File) => Promise<boolean>;

const takers = new Set<FileTaker>();

/** Adds one who is asked before a file is read as a table: of a release, or a picture. @returns a way to take it back */
export function addFileTaker(taker: FileTaker): () => void {
  takers.add(taker);
  return () => {
    takers.delete(taker);
  };
}

/** What becomes of a file that was given: whoever knows its kind takes it; otherwise it is read as a table. */
export async function takeFile(file: File, readTable: (file: File, name: string) => void): Promise<void> {
  for (const take of takers) if (await take(file)) return;
  readTable(file, file.name);
}
