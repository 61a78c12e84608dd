import { expect, test } from "vitest";
import { cardPage, cardSize, oEmbedOf, siteAddress } from "../../scripts/cards.mjs";

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
  expect(page).toMatch(
    /<link rel="alternate" type="application\/json\+oembed" href="https:\/\/example.org\/curveil\/lessons\/ask-again\/oembed.json" title="[^"<]*" \/>/,
  );
  expect(page).toContain('content="0; url=../../#/lessons?lesson=ask-again&amp;step=2"');
  expect(page).toContain("A &quot;&lt;script&gt;alert(1)&lt;/script&gt;&quot; &amp; more · Curveil");
  expect(page).not.toContain("<script");
});

test("cardPage(card, undefined) has relative addresses, and names no oEmbed", () => {
  const page = cardPage(card, undefined);
  expect(page).toContain('<meta property="og:image" content="./card.png" />');
  expect(page).not.toContain("oembed");
});

test("oEmbedOf(card, base) has what oEmbed requires of type rich, and frames the link, escaped", () => {
  const { html, ...others } = oEmbedOf(card, "https://example.org/curveil/");
  expect(others).toMatchObject({ version: "1.0", type: "rich", width: 600, height: 400, title: card.title });
  const { thumbnail_url, thumbnail_width, thumbnail_height } = others;
  expect(thumbnail_url).toBe("https://example.org/curveil/lessons/ask-again/card.png");
  expect({ width: thumbnail_width, height: thumbnail_height }).toEqual(cardSize);
  expect(html).toMatch(
    /^<iframe src="https:[^"<]*ask-again&amp;step=2" width="600" height="400" title="[^"<]*" style="border:0"><\/iframe>$/,
  );
});

test("siteAddress(text) is the address of a folder, undefined without one, and refuses all else", () => {
  expect(siteAddress(undefined)).toBeUndefined();
  expect(siteAddress("")).toBeUndefined();
  expect(siteAddress("https://example.org/a")).toBe("https://example.org/a/");
  for (const wrong of ["example.org", "javascript:alert(1)", "https://example.org/?a", "https://example.org/#a"])
    expect(() => siteAddress(wrong), wrong).toThrow("expected an address such as");
});
