/**
 * What the page and its workers may do, told once: the built page says it of itself, the server that comes with the
 * project says it of every file, `_headers` and docs/hosting.md say it for other hosts. docs/decisions.md has the reasons.
 */
const directives = {
  "default-src": "'none'",
  "script-src": "'self' 'wasm-unsafe-eval'",
  "style-src": "'self'",
  "img-src": "'self' blob: data:",
  "font-src": "'self'",
  "worker-src": "'self' blob:",
  "manifest-src": "'self'",
  "base-uri": "'none'",
  "form-action": "'none'",
};
const trustedTypes = { "require-trusted-types-for": "'script'", "trusted-types": "curveil" };

const policyOf = (all) =>
  Object.entries(all)
    .map(([name, values]) => `${name} ${values}`)
    .join("; ");

/** The policy in the page itself. The workers inherit it; it allows no connection, not even to the page's own host. */
export const pagePolicy = policyOf({ ...directives, ...trustedTypes });

/** As a header it is said of the service worker too, which fetches the page's files, and it can speak of frames. */
const headerPolicy = policyOf({
  ...directives,
  ...trustedTypes,
  "connect-src": "'self'",
  "frame-ancestors": "*",
});

/** Names and values of the headers of every file. */
export const headers = {
  "Content-Security-Policy": headerPolicy,
  "Permissions-Policy": [
    "accelerometer",
    "camera",
    "clipboard-read",
    "display-capture",
    "geolocation",
    "gyroscope",
    "hid",
    "magnetometer",
    "microphone",
    "midi",
    "payment",
    "serial",
    "usb",
  ]
    .map((feature) => `${feature}=()`)
    .join(", "),
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};

/** The file from which several static hosts take their headers. */
const headersFile = ["/*", ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ""].join("\n");

/** While developing, the server puts styles into the page, replaces modules and shows errors over it. */
const developersPolicy = policyOf({
  ...directives,
  "style-src": "'self' 'unsafe-inline'",
  "connect-src": "'self' ws:",
});

/** Vite plugin: puts the policy in place of %POLICY% in the page, and `_headers` beside it. */
export function fences() {
  let policy = pagePolicy;
  return {
    name: "fences",
    config: (_, { command }) => {
      policy = command === "serve" ? developersPolicy : pagePolicy;
    },
    transformIndexHtml: { order: "pre", handler: (html) => html.replace("%POLICY%", policy) },
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "_headers", source: headersFile });
    },
  };
}
