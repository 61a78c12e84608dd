/**
 * Caches the page's own files, so that it opens without a network, and an open page keeps its files while a newer
 * version waits. A version takes over when a person agrees, or when no page is open.
 */
const worker = globalThis as unknown as ServiceWorkerGlobalScope;

interface KeptFile {
  readonly path: string;
  readonly type: string;
  /** SHA-256, as in an attribute `integrity`. */
  readonly integrity: string;
}

/** A version's files except its page. The version is the SHA-256 of this value as JSON. */
interface Contents {
  readonly files: readonly KeptFile[];
  /** Hash of the page without its version, and of this worker. */
  readonly rest: string;
}

/** Inserted by the build. */
declare const shipped: {
  readonly version: string;
  readonly contents: Contents;
  readonly page: KeptFile;
  /** The host's headers that only forbid. */
  readonly policies: readonly string[];
};

const { scope } = worker.registration;
const ours = `curveil ${scope} `;
/** Name of the cache, and of the lock of this version's open pages (src/app/offline.ts). */
const cacheName = `${ours}${shipped.version}`;
const contentsUrl = `${scope}contents.json`;

const byUrl = ({ files }: Pick<Contents, "files">) => new Map(files.map((file) => [scope + file.path, file]));
const own = byUrl({ files: [...shipped.contents.files, shipped.page] });

const digestOf = async (bytes: BufferSource) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/**
 * A cached file, if its hash is right: every script of this origin can write into every cache. The type is the build's;
 * of other headers only restrictions remain.
 */
async function soundCopy(file: KeptFile, name: string): Promise<Response | undefined> {
  const kept = await caches.match(scope + file.path, { cacheName: name });
  const content = await kept?.arrayBuffer();
  if (!kept || !content) return undefined;
  const integrity = `sha256-${btoa(String.fromCharCode(...(await digestOf(content))))}`;
  if (integrity !== file.integrity) return undefined;
  const headers = new Headers({ "content-type": file.type });
  for (const policy of shipped.policies) {
    const value = kept.headers.get(policy);
    if (value !== null) headers.set(policy, value);
  }
  return new Response(content, { headers });
}

/** The browser refuses another hash. */
async function fetched({ path, integrity }: KeptFile, cache: Cache): Promise<Response> {
  const response = await fetch(scope + path, { cache: "no-cache", integrity });
  await cache.put(scope + path, response.clone());
  return response;
}

/** Hashes keep two deployments apart. */
async function fill(): Promise<void> {
  const older = (await caches.keys()).filter((name) => name.startsWith(ours));
  const cache = await caches.open(cacheName);
  const copy = async (file: KeptFile) => {
    for (const name of older) {
      const response = await soundCopy(file, name);
      if (response) return cache.put(scope + file.path, response);
    }
    await fetched(file, cache);
  };
  try {
    await cache.put(contentsUrl, new Response(JSON.stringify(shipped.contents)));
    await Promise.all([...own.values()].map(copy));
  } catch (error) {
    await caches.delete(cacheName);
    throw error;
  }
}

/** This version's copy of a file; else that of the asking page's older version; else the host's. */
async function answer({ request, clientId }: FetchEvent): Promise<Response> {
  const { origin, pathname } = new URL(request.url);
  const url = origin + pathname.replace(/\/index\.html$/, "/");
  const file = own.get(url);
  const kept = await (file ? soundCopy(file, cacheName) : olderCopy(url, clientId));
  if (kept) return kept;
  const again = file && (await fetched(file, await caches.open(cacheName)).catch(() => undefined));
  return again ?? fetch(request);
}

/**
 * An older version's copy. Only the asking page states its version; for a worker a page that no other page can reach,
 * since a script of this origin could speak for any other.
 */
async function olderCopy(url: string, clientId: string): Promise<Response | undefined> {
  const asking = await worker.clients.get(clientId);
  const windows = await worker.clients.matchAll({ type: "window" });
  const pages = windows.filter(({ id, frameType }) =>
    asking?.type === "window" ? id === clientId : frameType === "top-level",
  );
  const copyOf = async (page: Client) => {
    const name = ours + (await versionOf(page));
    const kept = await caches.match(contentsUrl, { cacheName: name });
    const text = (await kept?.text()) ?? "";
    const digest = await digestOf(new TextEncoder().encode(text));
    const version = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
    const file = name === ours + version ? byUrl(JSON.parse(text) as Contents).get(url) : undefined;
    const copy = file && (await soundCopy(file, name));
    if (copy) return copy;
    throw new Error(`no older copy of ${url}`);
  };
  return Promise.any(pages.map(copyOf)).catch(() => undefined);
}

/** "" without an answer. */
function versionOf(page: Client): Promise<string> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", ({ data }) => resolve(String(data)), { once: true });
    port1.start();
    page.postMessage("version", [port2]);
    setTimeout(() => resolve(""), longestWait);
  });
}

/** Time for a page to state its version. */
const longestWait = 3000;

/** Deletes older versions' copies without an open page. */
async function sweep(): Promise<void> {
  const names = await caches.keys();
  if (worker.registration.installing || worker.registration.waiting) return; //
  const older = names.filter((name) => name.startsWith(ours) && name !== cacheName);
  await Promise.all(
    older.map((name) =>
      worker.navigator.locks.request(name, { ifAvailable: true }, async (unused) => {
        if (unused) await caches.delete(name);
      }),
    ),
  );
  await caches.delete(`workbox-precache-v2-${scope}`); // Name in the first versions.
}

worker.addEventListener("install", (event) => event.waitUntil(fill()));
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(scope)) event.respondWith(answer(event));
});
worker.addEventListener("message", (event) => {
  if (event.data === "take over") event.waitUntil(worker.skipWaiting());
  if (event.data === "sweep") event.waitUntil(sweep());
});

export {};
