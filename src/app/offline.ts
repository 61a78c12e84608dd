import { createStore, type StoreApi } from "zustand/vanilla";
import { trustedScript } from "../engine/trustedScript.ts";

export interface Updates {
  readonly store: StoreApi<{ readonly isNewVersionHere: boolean }>;
  readonly reload: () => void;
  /** After the first answer: a first visit reads all files again. */
  readonly begin: () => void;
}

const hour = 3_600_000;

/** Keeps a copy of the page's own files and watches for newer ones. */
export function keepOffline(): Updates {
  const store = createStore(() => ({ isNewVersionHere: false }));
  let registration: ServiceWorkerRegistration | undefined;
  const reload = () => {
    const next = registration?.waiting;
    if (!next) {
      window.location.reload(); // Another page agreed before.
      return;
    }
    next.addEventListener("statechange", () => {
      if (next.state === "activated" || next.state === "redundant") window.location.reload();
    });
    next.postMessage("take over");
    // With several pages open Chromium may leave it waiting until one navigates.
    setTimeout(() => window.location.reload(), longestWait);
  };
  const { serviceWorker } = navigator as { readonly serviceWorker?: ServiceWorkerContainer };
  if (!import.meta.env.PROD || !serviceWorker) return { store, reload, begin: () => undefined };

  holdVersion();
  const announce = () => store.setState({ isNewVersionHere: true });
  const hadVersion = serviceWorker.controller !== null;
  const follow = (found: ServiceWorkerRegistration | undefined) => {
    if (!found) return; // Blocked.
    registration = found;
    // The very first version is the visible one.
    const announceWaiting = () => {
      if (found.waiting && found.active) announce();
    };
    announceWaiting();
    found.addEventListener("updatefound", () => found.installing?.addEventListener("statechange", announceWaiting));
    serviceWorker.controller?.postMessage("sweep");
    let lastLook = Date.now();
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState !== "visible" || Date.now() - lastLook < hour) return;
      lastLook = Date.now();
      found.update().catch(() => undefined); // Without a network.
    });
  };
  serviceWorker.addEventListener("controllerchange", () => {
    if (hadVersion) announce();
  });
  const register = () => {
    serviceWorker.register(trustedScript("./sw.js"), { updateViaCache: "none" }).then(follow, () => {
      // A private window or insecure host works, but not offline.
    });
  };
  return { store, reload, begin: () => whenIdle(register) };
}

const longestWait = 3000;

function whenIdle(run: () => void): void {
  if ("requestIdleCallback" in window) requestIdleCallback(run, { timeout: longestWait });
  else setTimeout(run, longestWait);
}

/** Locks this version's files while the page is open, and answers which version it is (workers/serviceWorker.ts). */
function holdVersion(): void {
  const version = document.querySelector<HTMLMetaElement>("meta[name=version]")?.content ?? "";
  const scope = new URL("./", window.location.href).href;
  navigator.serviceWorker.addEventListener("message", ({ ports }) => ports[0]?.postMessage(version));
  navigator.serviceWorker.startMessages();
  const { locks } = navigator as { readonly locks?: LockManager };
  const forever = new Promise<never>(() => undefined);
  locks?.request(`curveil ${scope} ${version}`, { mode: "shared" }, () => forever).catch(() => undefined);
}
