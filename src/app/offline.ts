/** Keeps a copy of the page's own files, so that it opens again without a network. */
export function registerOffline(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  window.addEventListener("load", () => {
    navigator.serviceWorker.register("./sw.js").catch(() => {
      // Opened from a file or a private window: the page works, but will not open again offline.
    });
  });
}
