import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { root } from "../../scripts/installed.mjs";

test("docs/questions.md answers twenty questions by controls that exist under their labels", () => {
  const rows = readFileSync(`${root}docs/questions.md`, "utf8").match(/^\| .*\?.*\|$/gm)!;
  expect(rows).toHaveLength(20);
  const screens = sourcesOf("src").join("\n");
  const labels = rows.flatMap((row) => [...row.matchAll(/\*\*(.+?)\*\*/g)].map(([, label]) => label!));
  expect(labels.length).toBeGreaterThan(12);
  const isShown = (label: string) =>
    [`>${label}<`, `"${label}"`, `>${label}:`, `"${label}:`].some((text) => screens.includes(text));
  expect([...new Set(labels)].filter((label) => !isShown(label))).toEqual([]);
  expect(isShown("No such control")).toBe(false);
  const command = sourcesOf("scripts/command").join("\n");
  for (const name of ["plan", "check", "simulate"]) expect(command).toContain(`curveil ${name}`);
});

/** Texts of the sources in a folder, each run of blanks as none between tags. */
function sourcesOf(folder: string): string[] {
  const files = readdirSync(root + folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    /\.tsx?$/.test(path),
  );
  return files.map((path) =>
    readFileSync(`${root}${folder}/${path}`, "utf8").replace(/>\s+/g, ">").replace(/\s+</g, "<"),
  );
}
