/** A file dropped before anything takes files: a browser would open it in place of the page. */
let waiting: { readonly dropped: () => File | undefined; readonly end: () => void } | undefined;

export function keepEarlyDrop(): void {
  let file: File | undefined;
  const ended = new AbortController();
  const over = (event: DragEvent) => {
    if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
  };
  const drop = (event: DragEvent) => {
    const [first] = event.dataTransfer?.files ?? [];
    if (!first) return;
    event.preventDefault();
    file = first;
  };
  window.addEventListener("dragover", over, ended);
  window.addEventListener("drop", drop, ended);
  waiting = { dropped: () => file, end: () => ended.abort() };
}

/** @returns the file, once */
export function takeEarlyDrop(): File | undefined {
  const file = waiting?.dropped();
  waiting?.end();
  waiting = undefined;
  return file;
}
