import { describe, expect, test } from "vitest";
import { bibtex, citationFile, methodsParagraph } from "../../../../src/core/release/file/methods.ts";
import { ditheredContents, laplaceContents, sealed } from "../../../support/releaseExamples.ts";

describe("what a paper says of a release", () => {
  test("claim, neighbours, sensitivity, noise, band, program and digest, from the file's own numbers", async () => {
    const file = await sealed(ditheredContents());
    const text = methodsParagraph(file);
    expect(text).toMatch(/^A density on \[40, 100\] minutes\. We released it with Curveil 0\.1\.0 \(commit 0000000\)/);
    for (const part of [
      ...["; curator: A park; intended use: Teaching. The", "ε = 1 and δ = 1e-5", "neighbours: one record is replaced"],
      ...["Δ = 0.00123, by √2/(n √(2π) h) (Hall, Rinaldo & Wasserman 2013)", "60 whole numbers", "bandwidth = 4"],
      "number of records: 272",
      ...["simultaneous 95 %, noise only", "The only release of these records.", file.digest],
    ])
      expect(text).toContain(part);
    expect(text).not.toMatch(/undefined|NaN|\.\.| {2}|[.] [a-z]/);
    const app = { ...file.app, commit: `${"7bf9".repeat(10)}-changed` };
    const sheet = { ...file.sheet, curator: "", intendedUse: "" };
    expect(methodsParagraph({ ...file, app, sheet })).toContain(
      ` (commit 7bf97bf97bf9-changed) on ${file.created}. The`,
    );
    const pure = methodsParagraph(await sealed(laplaceContents()));
    expect(pure).toContain("ε-differentially private with ε = 0.5;");
    expect(pure).toContain("Aldà & Rubinstein 2017");
  });

  test("texts of others stay texts in YAML and BibTeX", async () => {
    const contents = ditheredContents();
    const title = 'A "title": {\\input}, 5 % & $x_1$ #~^\n- name: other';
    const file = await sealed({ ...contents, sheet: { ...contents.sheet, title, curator: "}{, \\end" } });
    const lines = citationFile(file).trim().split("\n");
    const titles = lines.filter((line) => line.startsWith("title: "));
    expect(titles.map((line) => JSON.parse(line.slice(7)) as string)).toEqual([title]);
    expect(lines.filter((line) => /^ {2}- name: /.test(line))).toEqual([`  - name: ${JSON.stringify("}{, \\end")}`]);
    const own = bibtex(file).split("\n@article")[0]!;
    const braces = own.replace(/\\[{}]/g, "");
    expect(braces.split("{").length).toBe(braces.split("}").length);
    expect(own).toContain(
      String.raw`\{\textbackslash{}input\}, 5 \% \& \$x\_1\$ \#\textasciitilde{}\textasciicircum{} - name`,
    );
    expect(own.match(/^@misc\{release-[0-9a-f]{8},$/m)).not.toBeNull();
  });
});
