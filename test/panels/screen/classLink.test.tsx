import jsQR from "jsqr";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ClassLink } from "../../../src/panels/screen/ClassLink.tsx";

const fields = [{ name: "epsilon", label: "Privacy loss" }];
const dialogOf = (link: string) =>
  renderToStaticMarkup(<ClassLink link={link} fields={fields} about="" onClose={() => undefined} />);
const unescaped = (text: string) => text.replaceAll("&lt;", "<").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
const inBox = (dialog: string, start: string) =>
  unescaped([...dialog.matchAll(/value="([^"]*)"/g)].map(([, value]) => value!).find((one) => one.startsWith(start))!);

/** The text of a code, drawn at four pixels a module. */
function decoded(dialog: string): string | undefined {
  const [, side] = /viewBox="0 0 (\d+) /.exec(dialog)!.map(Number);
  const width = 4 * side!;
  const pixels = new Uint8ClampedArray(4 * width * width).fill(255);
  for (const [, x, y] of dialog.matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let i = 0; i < 16; i++) {
      const at = 4 * ((4 * Number(y) + (i >> 2)) * width + 4 * Number(x) + (i & 3));
      pixels.fill(0, at, at + 3);
    }
  return jsQR(pixels, width, width)?.data;
}

test("the code for phones holds the link that stands beside it", () => {
  const dialog = dialogOf("https://example.org/curveil/#/density?v=1&data=sleep&view=inside");
  const link = inBox(dialog, "https://");
  expect(link).toBe("https://example.org/curveil/#/density?v=1&data=sleep&view=inside&controls=epsilon");
  expect(decoded(dialog)).toBe(link);
  expect(inBox(dialog, "&lt;iframe")).toContain(`src="${link.replaceAll("&", "&amp;")}"`);
});

test("a link that is too long for a code says so, and can be saved as a file", () => {
  const dialog = dialogOf(`https://example.org/#/density?edits=${"x".repeat(1200)}`);
  expect(dialog).toContain("too long for a code that a phone reads");
  expect(dialog).toContain("Save it as a file");
  expect(dialog).not.toContain("<svg");
});
