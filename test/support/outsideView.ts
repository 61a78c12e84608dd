import type { Page } from "playwright-core";

/** Everything that a page shows or says. */
export interface Said {
  /** The body, a line for each tag, with what is typed, chosen and open; ids of React by their order. */
  readonly dom: readonly string[];
  /** The accessibility tree, a line for each node. */
  readonly accessible: readonly string[];
  /** The pixels of each canvas, as addresses. */
  readonly pixels: readonly string[];
}

/** What a page shows: its DOM, its accessibility tree and its canvases. */
export async function says(page: Page): Promise<Said> {
  return { dom: await domOf(page), accessible: await accessibleTree(page), pixels: await pixelsOf(page) };
}

/** The pixels of each canvas of a page, as addresses. */
export const pixelsOf = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => Array.from(document.querySelectorAll("canvas"), (canvas) => canvas.toDataURL()));

/** The body of a page, a line for each tag, with what is typed, chosen and open; ids of React by their order. */
export async function domOf(page: Page): Promise<readonly string[]> {
  const html = await page.evaluate(() => {
    const states = Array.from(
      document.body.querySelectorAll<HTMLInputElement>("input, select, textarea"),
      ({ value, checked }) => `${value} ${checked}`,
    );
    return `${document.body.outerHTML}\n${states.join("\n")}`;
  });
  const order = new Map<string, string>();
  const named = html.replace(/_r_[0-9a-z]+_/g, (id) => {
    order.set(id, order.get(id) ?? `id${order.size}`);
    return order.get(id)!;
  });
  return named.replaceAll("><", ">\n<").split("\n");
}

/** For each pair of pictures, in how many pixels they differ; 1 at least if they are not the same picture. */
export async function differences(
  page: Page,
  pictures: readonly string[],
  others: readonly string[],
): Promise<readonly number[]> {
  const inPage = async ([picture, other]: readonly [string, string]) => {
    const pixels = async (address: string) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      const { width, height } = image;
      const context = new OffscreenCanvas(width, height).getContext("2d")!;
      context.drawImage(image, 0, 0);
      return new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
    };
    const [mine, theirs] = await Promise.all([pixels(picture), pixels(other)]);
    return mine.length === theirs.length ? mine.filter((pixel, i) => pixel !== theirs[i]).length : mine.length;
  };
  return Promise.all(
    Array.from({ length: Math.max(pictures.length, others.length) }, async (_, i) => {
      const [picture = "", other = ""] = [pictures[i], others[i]];
      if (picture === other) return 0;
      return picture === "" || other === "" ? 1 : Math.max(1, await page.evaluate(inPage, [picture, other] as const));
    }),
  );
}

async function accessibleTree(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, value, description, properties = [] }) => {
      const plain = properties
        .filter(({ value: { type } }) => !["idref", "idrefList", "node", "nodeList"].includes(type))
        .map((property) => `${property.name}=${String(property.value.value)}`);
      return [role, name, value, description]
        .map((part) => String(part?.value ?? ""))
        .concat(plain)
        .join(" | ");
    });
}

/** What a page keeps: names and values of every store, and the state of its history. Runs in the page. */
export async function storage(): Promise<unknown> {
  const entries = (store: Storage) => Object.entries(store).sort();
  const cached: [string, string, number][] = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const response = await cache.match(request);
      cached.push([name, request.url, (await response?.arrayBuffer())?.byteLength ?? 0]);
    }
  }
  return {
    local: entries(localStorage),
    session: entries(sessionStorage),
    databases: (await indexedDB.databases()).map(({ name }) => name),
    cached: cached.sort((a, b) => a[1].localeCompare(b[1])),
    cookie: document.cookie,
    history: history.state as unknown,
    windowName: window.name,
  };
}

/** An array of numbers that was reached from the DOM. */
export interface Reached {
  /** The properties on the way to it, the last of each way that was found. */
  readonly keys: readonly string[];
  readonly length: number;
  readonly first: readonly number[];
  /** Values all over it. */
  readonly spread: readonly number[];
}

/**
 * All arrays of numbers, with the whole of their buffers, that a script in the page reaches from a DOM node through
 * objects, arrays, maps and React's fibers: everything but closures. Runs in the page.
 */
export function reachable(): Reached[] {
  const seen = new Set<object>();
  const found = new Map<object, Set<string>>();
  const waiting: { readonly at: object; readonly keys: readonly string[] }[] = [];
  const visit = (value: unknown, keys: readonly string[]) => {
    if (typeof value !== "object" || value === null || value === window) return;
    const numbers =
      (ArrayBuffer.isView(value) && !(value instanceof DataView)) ||
      (Array.isArray(value) && value.length > 3 && value.every((entry) => typeof entry === "number"));
    if (numbers) {
      const known = found.get(value) ?? new Set<string>();
      keys.forEach((key) => known.add(key));
      found.set(value, known);
      if (ArrayBuffer.isView(value) && value.byteLength < value.buffer.byteLength) {
        const whole = new Float64Array(value.buffer, 0, Math.floor(value.buffer.byteLength / 8));
        if (!seen.has(value.buffer)) found.set(whole, known);
        seen.add(value.buffer);
      }
      return;
    }
    if (seen.has(value)) return;
    seen.add(value);
    waiting.push({ at: value, keys });
  };
  const nodes = document.createTreeWalker(document, NodeFilter.SHOW_ALL);
  for (let node: Node | null = nodes.currentNode; node; node = nodes.nextNode()) visit(node, []);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { at, keys } = next;
    if (at instanceof Map) for (const [key, value] of at) [key, value].forEach((part) => visit(part, keys));
    if (at instanceof Set) for (const value of at) visit(value, keys);
    for (const key of Reflect.ownKeys(at)) {
      const value: unknown = Reflect.getOwnPropertyDescriptor(at, key)?.value;
      visit(value, typeof key === "string" && !/^\d+$/.test(key) ? [...keys.slice(-3), key] : keys);
    }
  }
  return Array.from(found, ([array, keys]) => {
    const values = array as ArrayLike<number>;
    const at = (count: number, stride: number) =>
      Array.from({ length: Math.min(count, values.length) }, (_, i) => Number(values[Math.floor(i * stride)]));
    return {
      keys: [...keys],
      length: values.length,
      first: at(8, 1),
      spread: at(16, Math.max(1, values.length / 16)),
    };
  });
}

const tells = (values: readonly number[]) => new Set(values).size > 2;

/** Those of some private arrays that are among those reached: whole, or as the beginning of a longer one. */
export function foundIn(secrets: readonly Reached[], reached: readonly Reached[]): readonly Reached[] {
  const key = (values: readonly number[], length: number) => `${length}: ${values.join(" ")}`;
  const starts = new Set(reached.map(({ first }) => key(first, 0)));
  const wholes = new Set(reached.map(({ spread, length }) => key(spread, length)));
  return secrets.filter(
    ({ first, spread, length }) =>
      (tells(first) && starts.has(key(first, 0))) || (tells(spread) && wholes.has(key(spread, length))),
  );
}
