import { execFileSync } from "node:child_process";
import { crc32 as nodeCrc32, deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import {
  crc32,
  pngWithState,
  stateOfPng,
  stateOfSvg,
  svgWithState,
} from "../../../../src/core/release/file/pictureState.ts";
import type { PictureState } from "../../../../src/core/release/file/pictureState.ts";
import { hasOwnDigest } from "../../../../src/core/release/file/sealedRelease.ts";
import { has } from "../../../support/programs.ts";
import { ditheredContents, sealed, sha256 } from "../../../support/releaseExamples.ts";

const link: PictureState = { kind: "link", link: "#/density?v=1&data=hall-1&x=a%26b&epsilon=1" };
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><rect width="4" height="4"/></svg>\n';
const text = (content: string) => new TextEncoder().encode(content);

/** One grey pixel. */
function tinyPng(): Uint8Array {
  const chunk = (name: string, data: Uint8Array) => {
    const body = Buffer.concat([text(name), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(nodeCrc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const header = Uint8Array.of(0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0);
  return Buffer.concat([
    Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Uint8Array.of(0, 128))),
    chunk("IEND", new Uint8Array()),
  ]);
}

const title = 'ε = 1 & δ < "1e-5"\u0001';

describe("a picture with its state", () => {
  test("an SVG gives back link and release, and is well-formed", async () => {
    const contents = ditheredContents();
    const names = { ...contents.sheet, title: "</metadata>\u007f\uFFFE]]>&amp;<script>" };
    const release = await sealed({ ...contents, sheet: names });
    for (const state of [link, { kind: "release", release } as const]) {
      const picture = svgWithState(svg, title, state);
      expect(stateOfSvg(picture)).toEqual(state);
      expect(picture).toMatch(/^<svg [^>]*><title>ε = 1 &amp; δ &lt; "1e-5" <\/title><metadata id="curveil">/);
      if (has("python3", "--version")) {
        const program = "import sys, xml.dom.minidom as x; print(x.parse(sys.stdin.buffer).documentElement.tagName)";
        expect(execFileSync("python3", ["-c", program], { input: picture, encoding: "utf8" }).trim()).toBe("svg");
      }
    }
    const opened = stateOfSvg(svgWithState(svg, title, { kind: "release", release }));
    expect(opened.kind === "release" && (await hasOwnDigest(opened.release, sha256))).toBe(true);
  });

  test("a PNG gives back link and release; its chunks are whole", async () => {
    const release = await sealed(ditheredContents(9, 7));
    for (const state of [link, { kind: "release", release } as const]) {
      const png = Buffer.from(pngWithState(tinyPng(), title, state));
      expect(stateOfPng(png)).toEqual(state);
      const names: string[] = [];
      for (let at = 8; at < png.length;) {
        const length = png.readUInt32BE(at);
        expect(png.readUInt32BE(at + 8 + length)).toBe(nodeCrc32(png.subarray(at + 4, at + 8 + length)));
        names.push(png.toString("latin1", at + 4, at + 8));
        at += 12 + length;
      }
      expect(names).toEqual(["IHDR", "iTXt", "iTXt", "IDAT", "IEND"]);
    }
  });

  test("crc32 is that of zlib", () => {
    for (const content of ["", "123456789", "ε".repeat(1000)])
      expect(crc32(text(content))).toBe(nodeCrc32(text(content)));
  });

  test("hostile pictures are refused in a sentence", () => {
    const state = (json: string) => `<svg><metadata id="curveil">${json}</metadata></svg>`;
    const refused: readonly [string, RegExp][] = [
      [svg, /one that Curveil saved/],
      ['<svg><metadata id="curveil">{', /one that Curveil saved/],
      [state("{"), /a whole JSON text/],
      [state("null"), /The picture's state must be an object/],
      [state('{"__proto__":{"kind":"link"}}'), /kind must be "link" or "release"/],
      [state('{"schema":"curveil-picture/1","kind":"constructor","link":"#/"}'), /kind must be/],
      [state('{"schema":"curveil-picture/2","kind":"link","link":"#/density"}'), /schema must be/],
      [state('{"schema":"curveil-picture/1","kind":"link","link":"https://example.org/"}'), /starts with "#\/"/],
      [state('{"schema":"curveil-picture/1","kind":"link","link":"#/","extra":1}'), /fields schema, kind, link only/],
      [state('{"schema":"curveil-picture/1","kind":"release","release":"{}"}'), /curveil-release\/1/],
      [state("[".repeat(30) + "]".repeat(30)), /nested at most/],
    ];
    for (const [picture, sentence] of refused) expect(() => stateOfSvg(picture), picture).toThrow(sentence);

    expect(() => stateOfPng(text("GIF89a"))).toThrow(/a PNG file/);
    expect(() => stateOfPng(tinyPng())).toThrow(/one that Curveil saved/);
    const cut = pngWithState(tinyPng(), title, link).subarray(0, 120);
    expect(() => stateOfPng(cut)).toThrow(/one that Curveil saved/);
    const long = Buffer.from(pngWithState(tinyPng(), title, link));
    long.writeUInt32BE(0xffffffff, 33);
    expect(() => stateOfPng(long)).toThrow(/one that Curveil saved/);
  });
});
