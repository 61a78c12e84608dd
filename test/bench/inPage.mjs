/**
 * Runs in the page: drags step by step, each when the picture of the step before is painted. Times from an input event of
 * a slider, or of the box of a number, to the frame that shows another picture; within them the time until the picture
 * was another one, and from the first message to a worker until its last answer.
 */
export async function dragInPage([slider, picture, [from, step], warmUp, samples]) {
  const [times, scripts, worker] = [[], [], []];
  for (let k = 0; k < warmUp + samples; k++) {
    const time = await globalThis.untilPainted(picture, () => globalThis.move(slider, from + step * k));
    if (k < warmUp) continue;
    times.push(time);
    scripts.push(globalThis.inScript());
    worker.push(globalThis.atWorker());
  }
  return { times, scripts, worker };
}

/** Runs in the page before it: `first` becomes the times of the clock after the frames with the first such elements. */
export function tellFirst(selectors) {
  const seen = (selector) =>
    new Promise((resolve) => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector(selector)) return;
        observer.disconnect();
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => resolve(performance.timeOrigin + performance.now());
          channel.port2.postMessage(0);
        });
      });
      observer.observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["d"] });
    });
  globalThis.first = Promise.all(selectors.map(seen));
}

/** Runs in the page before it, or before it is dragged. */
export function watchPage() {
  const prints = new WeakMap();
  let onField;
  let onCurve;
  const stroke = globalThis.CanvasRenderingContext2D.prototype.stroke;
  globalThis.CanvasRenderingContext2D.prototype.stroke = function (...path) {
    stroke.apply(this, path);
    if (onCurve && this.canvas.isConnected) onCurve(); // A plot is painted only where its picture is another one.
  };
  const put = globalThis.CanvasRenderingContext2D.prototype.putImageData;
  globalThis.CanvasRenderingContext2D.prototype.putImageData = function (image, ...rest) {
    put.call(this, image, ...rest);
    const words = new Uint32Array(image.data.buffer);
    let print = 0;
    for (let i = 0; i < words.length; i += 7) print = (Math.imul(print, 31) + words[i]) | 0;
    const changed = prints.get(this.canvas) !== print;
    prints.set(this.canvas, print);
    if (changed) onField?.();
  };

  // Messages to workers and from them, while a picture is awaited.
  let [asked, answered] = [undefined, undefined];
  {
    const kind = globalThis.Worker.prototype;
    const { postMessage, addEventListener } = kind;
    kind.postMessage = function (...message) {
      asked ??= performance.now();
      return postMessage.apply(this, message);
    };
    kind.addEventListener = function (type, ...rest) {
      if (type === "message") addEventListener.call(this, type, () => (answered = performance.now()));
      return addEventListener.call(this, type, ...rest);
    };
  }
  let spent = 0;
  let script = 0;
  globalThis.atWorker = () => spent;
  globalThis.inScript = () => script;

  const setValue = Object.getOwnPropertyDescriptor(globalThis.HTMLInputElement.prototype, "value").set;
  const named = (name, type) =>
    [...document.querySelectorAll(`input[type=${type}]`)].find((input) =>
      (input.ariaLabel ?? input.labels?.[0]?.textContent ?? "").startsWith(name),
    );
  // Found once: to look for it in each move would be counted as the page's own time.
  const found = new Map();
  const inputOf = (name) => {
    if (!found.get(name)?.isConnected) found.set(name, named(name, "range") ?? named(name, "text"));
    return found.get(name);
  };
  globalThis.move = (name, position) => {
    const input = inputOf(name);
    setValue.call(input, String(position));
    input.dispatchEvent(new Event("input", { bubbles: true }));
    if (input.type === "text")
      input.dispatchEvent(new globalThis.KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  };

  /** Milliseconds from the move until after the frame in which a path, a curve or a field on a canvas, became another. */
  globalThis.untilPainted = (picture, move) =>
    new Promise((resolve, reject) => {
      const patience = setTimeout(() => reject(new Error("the picture did not change in ten seconds")), 10_000);
      const observer = new MutationObserver(() => changed());
      const changed = () => {
        onField = onCurve = undefined;
        globalThis.queueMicrotask(() => (script = performance.now() - started)); // The rest of the event is painted by then.
        spent = asked !== undefined && answered > asked ? answered - asked : 0;
        observer.disconnect();
        globalThis.clearTimeout(patience);
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => resolve(performance.now() - started);
          channel.port2.postMessage(0);
        });
      };
      if (picture === "canvas") onField = changed;
      else if (picture === "curve") onCurve = changed;
      else observer.observe(document.querySelector(picture), { attributes: true, attributeFilter: ["d"] });
      const started = performance.now();
      [asked, answered] = [undefined, undefined];
      move();
    });

  globalThis.longestTask = async (sliders, seconds) => {
    let longest = 0;
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
    });
    await new Promise((resolve) => setTimeout(resolve, 200)); // The injection of this script is a task of its own.
    observer.observe({ type: "longtask" });
    for (let k = 0; k < 60 * seconds; k++) {
      const way = k % 600;
      globalThis.move(sliders[Math.floor(k / 120) % sliders.length], 300 + Math.min(way, 600 - way));
      await new Promise((resolve) => setTimeout(resolve, 1000 / 60));
    }
    observer.disconnect();
    return longest;
  };
}
