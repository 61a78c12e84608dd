import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, afterAll, expect, test } from "vitest";
import { binary, root, run } from "../../scripts/installed.mjs";
import { serveStatic } from "../../scripts/serveStatic.mjs";
import { changedFrom, drawFile, drawn, releasedBy, releasePath, useBrowser } from "../support/page.ts";

/** A study by the recipe of ARCHITECTURE.md, "A new study": its part of the worker, its definition, a line in the list. */
const toy = {
  "workers/studies/toy.ts": `import { studyWorker as density } from "./density.ts";

export const studyWorker = { ...density, id: "toy" };
`,
  "src/studies/toy/definition.ts": `import { study as density } from "../density/definition.ts";

const { decode, encode } = density.links;
const renamed = (link: string, from: string, to: string) => link.replace(\`/\${from}\`, \`/\${to}\`);
const links = {
  study: "toy",
  encode: (scenario: Parameters<typeof encode>[0]) => renamed(encode(scenario), "density", "toy"),
  decode: (hash: string) => decode(renamed(hash, "toy", "density")),
};
export const study = { ...density, id: "toy", label: "Private toy", links, lead: () => "This is the toy." };
`,
};
const line = `  listed("toy", "Toy", () => import("../studies/toy/definition.ts")),\n`;

const open = useBrowser();
const copy = `${root}.cache/with-toy-study`;
let site: Awaited<ReturnType<typeof serveStatic>>;

beforeAll(async () => {
  rmSync(copy, { recursive: true, force: true });
  for (const part of ["src", "workers", "public", "scripts", "index.html", "vite.config.ts", "package.json", "LICENSE"])
    cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(`${root}node_modules`, join(copy, "node_modules"), "junction");
  cpSync(`${root}.cache/assembly`, join(copy, ".cache/assembly"), { recursive: true });
  for (const [path, text] of Object.entries(toy)) {
    mkdirSync(join(copy, path, ".."), { recursive: true });
    writeFileSync(join(copy, path), text);
  }
  const list = join(copy, "src/app/studies.ts");
  writeFileSync(list, readFileSync(list, "utf8").replace("] as const;", `${line}] as const;`));
  const { status } = run(process.execPath, [binary("vite/bin/vite.js"), "build", "--logLevel", "warn"], {
    cwd: copy,
    env: { ...process.env, NODE_ENV: "production" },
  });
  expect(status).toBe(0);
  site = await serveStatic(join(copy, "dist"));
});
afterAll(() => site.close());

test("a study that is added in two short files and a line is drawn, dragged, loaded and released", async () => {
  const { page, complaints } = await open("#/toy", {}, site.address);
  await drawn(page);
  expect(await page.locator("nav [aria-current=page]").textContent()).toBe("Toy");
  await page.getByRole("region", { name: "Private toy" }).getByText("This is the toy.").waitFor();
  const before = await releasePath(page);
  await page.getByRole("slider", { name: "Bandwidth" }).press("PageUp"); // Its worker is asked.
  await changedFrom(page, before);
  await expect.poll(() => page.url()).toMatch(/#\/toy\?.*h=/);
  await drawFile(
    page,
    "own.csv",
    `v\n${Array.from({ length: 60 }, (_, i) => (0.31 + 0.0063 * i).toFixed(4)).join("\n")}\n`,
  );
  await expect.poll(() => page.url()).toMatch(/#\/toy\?.*data=own/);
  expect((await releasedBy(page)).study).toBe("toy");
  await page.getByRole("link", { name: "Density" }).click();
  await drawn(page);
  expect(complaints).toEqual([]);
});
