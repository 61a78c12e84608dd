/** Ways in which a script could send something to an address, as source text: a test's own `import()` would be rewritten. */
const fromAnywhere = `{
  fetch: (to) => fetch(to, { mode: "no-cors" }),
  xhr: (to) => new Promise((end) => {
    const request = new XMLHttpRequest();
    request.onloadend = end;
    request.open("GET", to);
    request.send();
  }),
  webSocket: (to) => new Promise((end) => (new WebSocket(to.replace("http", "ws")).onerror = end)),
  eventSource: (to) => new Promise((end) => {
    const source = new EventSource(to);
    source.onerror = () => end(source.close());
  }),
  webTransport: (to) => new WebTransport(to.replace("http:", "https:")).ready,
  import: (to) => import(to),
  importOfBlob: (to) => import(blobOf("import '" + to + "'")),
  importOfData: (to) => import("data:text/javascript,import '" + to + "'"),
  font: (to) => new FontFace("probe", "url(" + to + ")").load(),
  workerOfBlob: (to) => new Promise((end) => {
    const worker = new Worker(blobOf("fetch('" + to + "', { mode: 'no-cors' }).finally(() => postMessage(0))"));
    worker.onmessage = worker.onerror = end;
  }),
}`;

const fromWorkers = `{
  importScripts: (to) => importScripts(to),
  classicWorker: (to) => new Promise((end) => {
    const worker = new Worker(blobOf("importScripts('" + to + "')"));
    worker.onmessage = worker.onerror = end;
  }),
}`;

const fromPages = `{
  beacon: (to) => navigator.sendBeacon(to),
  later: (to) => fetchLater(to, { activateAfter: 0 }),
  image: (to) => new Promise((end) => Object.assign(new Image(), { onload: end, onerror: end, src: to })),
  background: (to) => void (document.body.style.backgroundImage = "url(" + to + ")"),
  prefetch: (to) => add("link", { rel: "prefetch", href: to }),
  stylesheet: (to) => add("link", { rel: "stylesheet", href: to }),
  modulePreload: (to) => add("link", { rel: "modulepreload", href: to }),
  script: (to) => add("script", { src: to }),
  frame: (to) => add("iframe", { src: to }),
  frameOfText: (to) => add("iframe", { srcdoc: "<img src='" + to + "'>" }),
  object: (to) => add("object", { data: to }),
  video: (to) => add("video", { src: to }),
  form: (to) => add("form", { action: to, target: add("iframe", { name: "target" }).name }).submit(),
  ping: (to) => add("a", { href: "#ping", ping: to }).click(),
}`;

/**
 * Source of a function that tries them all, each to a path of its own name, and waits a little for what may still be under
 * way.
 */
function trying(ways: readonly string[], address: string): string {
  return `(async () => {
    const blobOf = (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
    const add = (name, values) => document.body.appendChild(Object.assign(document.createElement(name), values));
    const pause = () => new Promise((end) => setTimeout(end, 400));
    await Promise.all(
      Object.entries({ ${ways.map((way) => `...${way}`).join(", ")} }).map(async ([name, way]) => {
        try {
          await Promise.race([way(${JSON.stringify(`${address}/`)} + name), pause()]);
        } catch {}
      }),
    );
    await pause();
  })()`;
}

export const triesOfWorker = (address: string) => trying([fromAnywhere, fromWorkers], address);
export const triesOfPage = (address: string) => trying([fromAnywhere, fromPages], address);
