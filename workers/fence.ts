/** What JavaScript itself provides. */
const language = [
  "globalThis Object Function Array Number String Boolean Symbol BigInt Math JSON Reflect Proxy Date RegExp Intl Atomics",
  "NaN Infinity undefined parseInt parseFloat isNaN isFinite eval encodeURI encodeURIComponent decodeURI",
  "decodeURIComponent escape unescape Iterator AsyncIterator Map Set WeakMap WeakSet WeakRef FinalizationRegistry Promise",
  "Error EvalError RangeError ReferenceError SyntaxError TypeError URIError AggregateError SuppressedError DisposableStack",
  "AsyncDisposableStack ArrayBuffer SharedArrayBuffer DataView Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array",
  "Int32Array Uint32Array Float16Array Float32Array Float64Array BigInt64Array BigUint64Array WebAssembly Temporal",
];

/** What a worker of ours takes from the browser: messages with the page, timers, text, files that the page hands over. */
const browser = [
  "self name close onmessage onmessageerror onerror postMessage addEventListener removeEventListener dispatchEvent",
  "MessageChannel MessagePort MessageEvent Event EventTarget AbortController AbortSignal DOMException",
  "setTimeout clearTimeout setInterval clearInterval queueMicrotask structuredClone reportError console performance",
  "crypto Crypto atob btoa Blob File TextDecoder TextEncoder DecompressionStream DedicatedWorkerGlobalScope WorkerGlobalScope",
];

const kept = new Set([...language, ...browser].flatMap((line) => line.split(" ")));

/**
 * Takes from a worker all that it does not need, and so every way out but messages to the page that started it: requests,
 * sockets, storage, channels to other pages, workers of its own, and what browsers invent later. What is taken is
 * deleted where it lives, on the global object or a prototype of it; what cannot be deleted becomes undefined.
 *
 * `import()` is syntax and stays: the policy that the worker inherits from the page confines it to the page's own host.
 */
export function takeAwayWaysOut(scope: object): void {
  for (let place = scope; place !== Object.prototype; place = Object.getPrototypeOf(place) as object) {
    for (const key of Reflect.ownKeys(place)) {
      if (typeof key === "symbol" || key === "constructor" || kept.has(key)) continue;
      if (!Reflect.deleteProperty(place, key))
        Reflect.defineProperty(place, key, { value: undefined, writable: false });
    }
  }
}
