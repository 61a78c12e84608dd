/** JavaScript itself. */
const language = [
  "globalThis Object Function Array Number String Boolean Symbol BigInt Math JSON Reflect Proxy Date RegExp Intl Atomics",
  "NaN Infinity undefined parseInt parseFloat isNaN isFinite eval encodeURI encodeURIComponent decodeURI",
  "decodeURIComponent escape unescape Iterator AsyncIterator Map Set WeakMap WeakSet WeakRef FinalizationRegistry Promise",
  "Error EvalError RangeError ReferenceError SyntaxError TypeError URIError AggregateError SuppressedError DisposableStack",
  "AsyncDisposableStack ArrayBuffer SharedArrayBuffer DataView Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array",
  "Int32Array Uint32Array Float16Array Float32Array Float64Array BigInt64Array BigUint64Array WebAssembly Temporal",
];

/** Messages, timers, text, files from the page. */
const browser = [
  "self name close onmessage onmessageerror onerror postMessage addEventListener removeEventListener dispatchEvent",
  "MessageChannel MessagePort MessageEvent Event EventTarget AbortController AbortSignal DOMException",
  "setTimeout clearTimeout setInterval clearInterval queueMicrotask structuredClone reportError console performance",
  "crypto Crypto atob btoa Blob File TextDecoder TextEncoder DecompressionStream DedicatedWorkerGlobalScope WorkerGlobalScope",
];

const kept = new Set([...language, ...browser].flatMap((line) => line.split(" ")));

/**
 * Deletes all names that a worker does not need, and so every way out but messages to its page; undeletable names
 * become undefined. `import()` stays: the inherited policy confines it to the page's host.
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
