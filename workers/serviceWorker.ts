/**
 * The page's own files, kept so that it opens again without a network, and so that a page that is open keeps the
 * files it was built with while a newer version waits. A version takes over when a person agrees in the page, or when
 * no page is open.
 */
const worker = globalThis as unknown as ServiceWorkerGlobalScope;

/** Put in front by the build: the files of this version below the scope, each with the hash of its content. */
declare const shipped: {
  readonly version: string;
  readonly files: readonly { readonly path: string; readonly integrity: string }[];
};

const { scope } = worker.registration;
/** Also the name of the lock that every open page of this version holds (src/app/offline.ts). */
const cacheName = `curveil ${scope} ${shipped.version}`;

/** Copies every file. The hashes make the copy whole: files of two deployments never mix. */
async function fill(): Promise<void> {
  const cache = await caches.open(cacheName);
  try {
    await Promise.all(
      shipped.files.map(async ({ path, integrity }) => {
        const url = scope + path;
        // The name of an asset tells its content.
        const kept = path.startsWith("assets/") ? await caches.match(url) : undefined;
        await cache.put(url, kept ?? (await fetch(url, { cache: "no-cache", integrity })));
      }),
    );
  } catch (error) {
    await caches.delete(cacheName);
    throw error;
  }
}

/** This version's copy of a file, else that of an older version whose page is still open, else what the host has. */
async function answer(request: Request): Promise<Response> {
  const { origin, pathname } = new URL(request.url);
  const url = origin + pathname.replace(/\/index\.html$/, "/");
  const own = await caches.match(url, { cacheName });
  return own ?? (await caches.match(url)) ?? fetch(request);
}

/** Deletes the copies of older versions of which no page is open. */
async function sweep(): Promise<void> {
  const names = await caches.keys();
  if (worker.registration.installing || worker.registration.waiting) return; // Its copy is not an older one.
  const older = names.filter((name) => name.startsWith(`curveil ${scope} `) && name !== cacheName);
  await Promise.all(
    older.map((name) =>
      worker.navigator.locks.request(name, { ifAvailable: true }, async (unused) => {
        if (unused) await caches.delete(name);
      }),
    ),
  );
  await caches.delete(`workbox-precache-v2-${scope}`); // Of the first versions.
}

worker.addEventListener("install", (event) => event.waitUntil(fill()));
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(scope)) event.respondWith(answer(request));
});
worker.addEventListener("message", (event) => {
  if (event.data === "take over") event.waitUntil(worker.skipWaiting());
  if (event.data === "sweep") event.waitUntil(sweep());
});

export {};
