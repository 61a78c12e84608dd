import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { headers, pagePolicy } from "../../scripts/fences.mjs";
import { root } from "../../scripts/installed.mjs";

const hosting = readFileSync(`${root}docs/hosting.md`, "utf8");
const directivesOf = (policy: string) => new Set(policy.split("; "));

test("the examples for nginx and Caddy in docs/hosting.md send the headers of our own server, and no others", () => {
  const examples = { nginx: /^ +add_header (\S+) "(.+)" always;$/gm, caddy: /^ +([A-Z][\w-]+) "(.+)"$/gm };
  for (const pattern of Object.values(examples)) {
    const shown = [...hosting.matchAll(pattern)].map(([, name, value]) => [name, value]);
    expect(Object.fromEntries(shown)).toEqual(headers);
  }
  for (const name of Object.keys(headers)) expect(hosting).toContain(`\`${name}\``);
});

test("the header allows what the page allows, and to the service worker the page's own files", () => {
  const header = directivesOf(headers["Content-Security-Policy"]!);
  const page = directivesOf(pagePolicy);
  expect([...page].filter((directive) => !header.has(directive))).toEqual([]);
  expect([...header].filter((directive) => !page.has(directive))).toEqual(["connect-src 'self'", "frame-ancestors *"]);
});
