import { expect, test } from "vitest";
import { cardPage, siteAddress } from "../../scripts/cards.mjs";

const card = {
  path: "lessons/ask-again",
  hash: "#/lessons?lesson=ask-again&step=2",
  title: 'A "<script>alert(1)</script>" & more',
  description: "Words.",
};

test("cardPage(card, base) has whole addresses, leads to the hash, and escapes what it is given", () => {
  const page = cardPage(card, "https://example.org/curveil/");
  expect(page).toContain('<meta property="og:url" content="https://example.org/curveil/lessons/ask-again/" />');
  expect(page).toContain('content="https://example.org/curveil/lessons/ask-again/card.png"');
  expect(page).toContain('href="https://example.org/curveil/lessons/ask-again/oembed.json"');
  expect(page).toContain('content="0; url=../../#/lessons?lesson=ask-again&amp;step=2"');
  expect(page).toContain("A &quot;&lt;script&gt;alert(1)&lt;/script&gt;&quot; &amp; more · Curveil");
  expect(page).not.toContain("<script");
});

test("cardPage(card, undefined) has relative addresses, and names no oEmbed", () => {
  const page = cardPage(card, undefined);
  expect(page).toContain('<meta property="og:image" content="./card.png" />');
  expect(page).not.toContain("oembed");
});

test("siteAddress(text) is the address of a folder, undefined without one, and refuses all else", () => {
  expect(siteAddress(undefined)).toBeUndefined();
  expect(siteAddress("")).toBeUndefined();
  expect(siteAddress("https://example.org/a")).toBe("https://example.org/a/");
  for (const wrong of ["example.org", "javascript:alert(1)", "https://example.org/?a", "https://example.org/#a"])
    expect(() => siteAddress(wrong), wrong).toThrow("expected an address such as");
});
