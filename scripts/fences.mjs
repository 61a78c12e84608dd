/**
 * The security policy of the page and its workers, in one place. The built page, the project's server, `_headers` and
 * docs/hosting.md repeat it; docs/decisions.md has the reasons.
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

/** The policy inside the page, inherited by its workers. It allows no connection, not even to the page's own host. */
export const pagePolicy = policyOf({ ...directives, ...trustedTypes });

/**
 * The policy as a header, which also holds for the service worker, which fetches the page's files, and can restrict
 * frames.
 */
const headerPolicy = policyOf({
  ...directives,
  ...trustedTypes,
  "connect-src": "'self'",
  "frame-ancestors": "*",
});

/** Headers of every file. */
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

/** The header file of several static hosts. */
const headersFile = ["/*", ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ""].join("\n");

/** The development server injects styles, replaces modules and shows errors. */
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
