import { execFileSync, spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { createServer } from "node:net";
import { delimiter, join } from "node:path";
import { browserArguments, findBrowser } from "./findBrowser.mjs";

/**
 * The three engines of the web, each opening a page with the same methods: Chromium by its own protocol, Firefox by
 * WebDriver BiDi, WebKit (Debian's MiniBrowser) by WebDriver on a separate display.
 */
export const engines = {
  Chromium: { find: () => findBrowser(), open: openChromium },
  Firefox: {
    find: () => program(["firefox-esr", "firefox"], ["firefox-esr"]),
    open: openFirefox,
  },
  WebKit: {
    find: () =>
      program(["WebKitWebDriver"], ["webkit2gtk-driver", "xvfb"]) && program(["Xvfb"], ["xvfb"]) && miniBrowser(),
    open: openWebKit,
  },
};

export const missing = {
  Chromium: "Chromium is not installed here.",
  Firefox: "Firefox is not installed here: on Debian, apt-get install firefox-esr.",
  WebKit: "WebKit is not installed here: on Debian, apt-get install webkit2gtk-driver xvfb.",
};

/** Path of the first program found; on Debian, as root, after an attempt to install the packages. */
function program(names, packages) {
  const find = () =>
    (process.env.PATH ?? "")
      .split(delimiter)
      .filter(Boolean)
      .flatMap((folder) => names.map((name) => join(folder, name)))
      .find((path) => existsSync(path));
  return find() ?? (install(packages) ? find() : undefined);
}

function install(packages) {
  if (process.platform !== "linux" || process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return false;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const options = { stdio: "ignore", env, timeout: 150_000 };
  try {
    execFileSync("apt-get", ["update", "-qq"], options);
    execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], options);
    return true;
  } catch {
    return false;
  }
}

/** Debian keeps it under /usr/lib/MACHINE/webkit2gtk-VERSION. */
function miniBrowser() {
  for (const machine of readdirSync("/usr/lib").filter((name) => name.endsWith("-linux-gnu")))
    for (const version of readdirSync(`/usr/lib/${machine}`).filter((name) => name.startsWith("webkit2gtk-"))) {
      const path = `/usr/lib/${machine}/${version}/MiniBrowser`;
      if (existsSync(path)) return path;
    }
  return undefined;
}

const size = { width: 1280, height: 900 };

async function openChromium(path, { frames = "screen" } = {}) {
  const { chromium } = await import("playwright-core");
  const free = frames === "free" ? ["--disable-frame-rate-limit", "--disable-gpu-vsync"] : [];
  const browser = await chromium.launch({ executablePath: path, args: [...browserArguments(), ...free] });
  const page = await browser.newPage({ viewport: size });
  return {
    version: `Chromium ${browser.version()}`,
    visit: async (url) => {
      await page.goto("about:blank");
      await page.goto(url);
    },
    evaluate: (code, ...values) => page.evaluate(`(${code})(...${JSON.stringify(values)})`),
    drag: (places) => dragged(page.mouse, places),
    upload: (file) => page.locator("input[type=file]").first().setInputFiles(file),
    close: () => browser.close(),
  };
}

async function openFirefox(path, { frames = "screen" } = {}) {
  const { default: puppeteer } = await import("puppeteer-core");
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: path,
    headless: true,
    // As many frames as can be painted.
    extraPrefsFirefox: frames === "free" ? { "layout.frame_rate": 0 } : {},
  });
  const page = await browser.newPage();
  await page.setViewport(size);
  return {
    version: (await browser.version()).replace("firefox/", "Firefox "),
    visit: async (url) => {
      await page.goto("about:blank");
      await page.goto(url);
    },
    evaluate: (code, ...values) => page.evaluate(`(${code})(...${JSON.stringify(values)})`),
    drag: (places) => dragged(page.mouse, places),
    upload: async (file) => (await page.$("input[type=file]")).uploadFile(file),
    close: () => browser.close(),
  };
}

async function dragged(mouse, [from, ...places]) {
  await mouse.move(...from);
  await mouse.down();
  for (const place of places) await mouse.move(...place);
  await mouse.up();
}

async function openWebKit(path) {
  const screen = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1400x1100x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const display = await new Promise((resolve, reject) => {
    screen.stdio[3].on("data", (text) => resolve(String(text).trim()));
    screen.on("exit", () => reject(new Error("Xvfb did not start.")));
  });
  const port = await freePort();
  // Without a graphics card, layers put together by OpenGL in software take ten times as long as WebKit's own drawing.
  const drawing = { GDK_BACKEND: "x11", WEBKIT_DISABLE_COMPOSITING_MODE: "1" };
  const driver = spawn("WebKitWebDriver", [`--port=${port}`, "--host=127.0.0.1"], {
    stdio: "ignore",
    env: { ...process.env, DISPLAY: `:${display}`, ...drawing },
  });
  const end = () => {
    driver.kill();
    screen.kill();
  };
  try {
    const ask = webDriver(`http://127.0.0.1:${port}`);
    const options = { binary: path, args: ["--automation"] };
    const { sessionId, capabilities } = await ask("POST", "/session", {
      capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options } },
    });
    const say = (method, path, body) => ask(method, `/session/${sessionId}${path}`, body);
    // The window is higher than the page by its bars.
    const bars = { x: 0, y: 0, width: size.width, height: size.height + 50 };
    await say("POST", "/window/rect", bars);
    const evaluate = async (code, ...values) => {
      const script = `const done = arguments[1];
        Promise.resolve().then(() => (${code})(...JSON.parse(arguments[0]))).then(
          (value) => done({ value }), (error) => done({ failure: String(error) }));`;
      const { value, failure } = await say("POST", "/execute/async", { script, args: [JSON.stringify(values)] });
      if (failure !== undefined) throw new Error(failure);
      return value;
    };
    return {
      version: `WebKit ${capabilities.browserVersion}`,
      visit: async (url) => {
        await say("POST", "/url", { url: "about:blank" });
        await say("POST", "/url", { url });
      },
      evaluate,
      drag: ([from, ...places]) => {
        const move = ([x, y]) => ({ type: "pointerMove", x: Math.round(x), y: Math.round(y), duration: 0 });
        const actions = [
          move(from),
          { type: "pointerDown", button: 0 },
          ...places.map(move),
          { type: "pointerUp", button: 0 },
        ];
        const mouse = { type: "pointer", id: "mouse", parameters: { pointerType: "mouse" }, actions };
        return say("POST", "/actions", { actions: [mouse] });
      },
      upload: async (file) => {
        const found = await say("POST", "/element", { using: "css selector", value: "input[type=file]" });
        await say("POST", `/element/${Object.values(found)[0]}/value`, { text: file });
      },
      close: async () => {
        await say("DELETE", "").catch(() => undefined);
        end();
      },
    };
  } catch (error) {
    end();
    throw error;
  }
}

/** Sends WebDriver requests; repeats the first until the new driver listens. */
function webDriver(address) {
  return async (method, path, body) => {
    for (let attempt = 0; ; attempt++) {
      let answer;
      try {
        answer = await globalThis.fetch(`${address}${path}`, {
          method,
          headers: { "content-type": "application/json" },
          ...(body && { body: JSON.stringify(body) }),
        });
      } catch (error) {
        if (attempt >= 100) throw error;
        await new Promise((resolve) => setTimeout(resolve, 100));
        continue;
      }
      const { value } = await answer.json();
      if (value?.error) throw new Error(`${value.error}: ${value.message}`);
      return value;
    }
  };
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
