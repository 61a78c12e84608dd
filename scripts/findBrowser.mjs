import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";

/** The shell without windows needs a quarter less time to open a page. */
const names = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "microsoft-edge",
  "msedge",
  "chrome",
];
const macPrograms = ["Google Chrome", "Chromium", "Microsoft Edge"].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);
const windowsPrograms = [
  "Google\\Chrome\\Application\\chrome.exe",
  "Microsoft\\Edge\\Application\\msedge.exe",
  "Chromium\\Application\\chrome.exe",
];

/**
 * Path of a Chromium-like browser: CHROME_PATH, else an installed one, else Playwright's own, else (Debian, as root)
 * one that is installed now.
 *
 * @throws {Error} with one sentence saying what to install
 */
export function findBrowser(env = process.env, exists = existsSync, platform = process.platform) {
  if (env.CHROME_PATH) {
    if (exists(env.CHROME_PATH)) return env.CHROME_PATH;
    throw new Error(`CHROME_PATH names ${env.CHROME_PATH}, which does not exist.`);
  }
  const found = installed(env, exists, platform) ?? playwrightOwn(env, exists);
  if (found) return found;
  if (platform === "linux" && process.getuid?.() === 0 && exists("/usr/bin/apt-get")) {
    console.log("No browser found; installing Debian's Chromium …");
    const options = { stdio: ["ignore", "ignore", "inherit"], env: { ...env, DEBIAN_FRONTEND: "noninteractive" } };
    execFileSync("apt-get", ["update", "-qq"], options);
    // Older Debian has no shell of its own.
    for (const program of ["chromium-headless-shell", "chromium"]) {
      const packages = [program, "fonts-liberation"];
      spawnSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", ...packages], options);
      if (exists(`/usr/bin/${program}`)) return `/usr/bin/${program}`;
    }
  }
  throw new Error("The browser tests need Chromium, Chrome or Edge: install one, or set CHROME_PATH to its program.");
}

function installed(env, exists, platform) {
  if (platform === "darwin") return macPrograms.find((path) => exists(path));
  if (platform === "win32") {
    const folders = [env.PROGRAMFILES, env["PROGRAMFILES(X86)"], env.LOCALAPPDATA].filter(Boolean);
    return folders
      .flatMap((folder) => windowsPrograms.map((program) => `${folder}\\${program}`))
      .find((path) => exists(path));
  }
  const folders = (env.PATH ?? "").split(delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => exists(path));
}

function playwrightOwn(env, exists) {
  const folders = [
    env.PLAYWRIGHT_BROWSERS_PATH,
    join(homedir(), ".cache/ms-playwright"),
    join(homedir(), "Library/Caches/ms-playwright"),
  ];
  for (const folder of folders) {
    if (!folder || !exists(folder)) continue;
    for (const version of readdirSync(folder)
      .filter((name) => name.startsWith("chromium-"))
      .sort()
      .reverse()) {
      const programs = [
        "chrome-linux/chrome",
        "chrome-linux64/chrome",
        "chrome-mac/Chromium.app/Contents/MacOS/Chromium",
        "chrome-win/chrome.exe",
      ];
      const program = programs.map((path) => join(folder, version, path)).find((path) => exists(path));
      if (program) return program;
    }
  }
  return undefined;
}

/**
 * Features that no page needs. Chromium loads the list under its address bar as two extra pages beside each page, even
 * without a window: a third of the cost of opening the site. The last switch of this name wins, so Playwright's
 * disabled features are repeated.
 */
const withoutFeatures = [
  ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"],
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"],
  ...[
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
  ],
  ...["AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled"],
  "PreconnectToSearch",
];

/** Arguments for a headless browser that connects to nobody. */
export function browserArguments() {
  return [
    `--disable-features=${withoutFeatures.join(",")}`,
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ];
}
