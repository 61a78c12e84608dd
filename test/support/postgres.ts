import { spawnSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { triesAll } from "./fuzzing.ts";

/** Runs statements and gives the rows of the answer, each of so many columns. */
export type Postgres = (sql: string, width?: number) => string[][];

const started = new Map<string, Postgres | string>();

/**
 * A PostgreSQL server of our own that needs no network, in a folder that lasts; why not, where there is none. It runs in
 * single-user mode, so that no server stays behind.
 */
export function startPostgres(folder: string): Postgres | string {
  const known = started.get(folder) ?? start(folder);
  started.set(folder, known);
  return known;
}

function start(folder: string): Postgres | string {
  if (!triesAll) return "DuckDB says it in every run; PostgreSQL by npm run sweep.";
  chmodSync(folder, 0o777);
  const bin = spawnSync("sh", ["-c", "ls -d /usr/lib/postgresql/*/bin | tail -1"], { encoding: "utf8" }).stdout.trim();
  if (bin === "") return "PostgreSQL is not installed here.";
  const data = join(folder, "pg");
  // The server refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  const options = { encoding: "utf8", maxBuffer: 2 ** 30 } as const;
  const as = (command: string) =>
    isRoot
      ? spawnSync("runuser", ["-u", "postgres", "--", "sh", "-c", command], { ...options, cwd: "/" })
      : spawnSync("sh", ["-c", command], options);
  const initialised = as(`${bin}/initdb -D ${data} -A trust -U curveil --no-sync`);
  if (initialised.status !== 0) return `PostgreSQL cannot be set up here: ${initialised.stderr.slice(0, 200)}`;
  return (sql, width = 2) => {
    const oneLine = sql.replace(/\s+/g, " ").replace(/; /g, ";\n");
    writeFileSync(join(folder, "query.sql"), `${oneLine}\n`);
    const { stdout, status, stderr } = as(`${bin}/postgres --single -D ${data} template1 < ${folder}/query.sql`);
    if (status !== 0 || stderr.includes("ERROR")) throw new Error(stderr);
    const values = Array.from(stdout.matchAll(/= "(.*)"\t/g), ([, value]) => value!);
    return Array.from({ length: values.length / width }, (_, i) => values.slice(width * i, width * (i + 1)));
  };
}
