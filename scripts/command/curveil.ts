import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ParameterError } from "../../src/core/errors.ts";
import { numberText } from "../../src/core/numberFormats.ts";
import type { ReleaseFile } from "../../src/core/release/file/releaseFile.ts";
import { studies, studyIds } from "../../src/app/studies.ts";
import type { Declaration } from "../../src/state/ledger/dataLedger.ts";
import { checkedRelease } from "./check.ts";
import { createFileShelf } from "./fileShelf.ts";
import { openedData } from "./openedData.ts";
import { planned } from "./plan.ts";
import { Refused } from "./refused.ts";
import { releaseOpened, type Bookkeeping } from "./release.ts";
import { simulatedTable } from "./simulate.ts";

const usage = `curveil: differentially private release of functions, by the same rules as the page

  curveil plan     --link LINK [--records N] [--rounds 24] [--seed 1]
  curveil release  --link LINK --schema FILE --data FILE --ledger FILE [--budget EPSILON,DELTA[,PURE]] [--out FOLDER]
                   [--curator TEXT] [--use TEXT]
  curveil release  … --no-ledger          nothing is counted, and the archive says so
  curveil check    release.zip | release.json
  curveil simulate release.zip | release.json [--count 1000] [--seed 1]

LINK is the page's address from # on, or a file with it; "The same as a command" on the page writes all of it.
--rounds and --seed are of plans by simulated releases. A ledger file is the one that the page saves. --budget begins a new one.`;

const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;
const options = {
  ...{ link: text, schema: text, data: text, ledger: text, "no-ledger": flag, budget: text, out: text },
  ...{ curator: text, use: text },
  ...{ records: text, rounds: text, count: text, seed: text, help: flag },
};

type Given = ReturnType<typeof given>["values"];

function given(args: readonly string[]) {
  return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
}

/** Options of each command, so that none is silently ignored. */
const known: Readonly<Record<string, readonly string[]>> = {
  plan: ["link", "records", "rounds", "seed"],
  release: ["link", "schema", "data", "ledger", "no-ledger", "budget", "out", "curator", "use"],
  check: [],
  simulate: ["count", "seed"],
};

/** Runs a command line. @returns what it says @throws {Refused} with a sentence, if it is refused */
async function saidBy(args: readonly string[]): Promise<string> {
  const [command = "", ...rest] = args;
  const { values, positionals } = read(rest);
  if (values.help === true || ["", "help", "--help", "-h"].includes(command)) return usage;
  const names = known[command];
  if (!names) throw new Refused(`There is no command "${command}".\n\n${usage}`);
  const other = Object.keys(values).find((name) => !names.includes(name));
  if (other !== undefined) throw new Refused(`${command} has no option --${other}.\n\n${usage}`);
  const [file, ...more] = positionals;
  const isOfFile = command === "check" || command === "simulate";
  if (isOfFile ? file === undefined || more.length > 0 : file !== undefined)
    throw new Refused(`${command} takes ${isOfFile ? "one file" : "options only"}.\n\n${usage}`);
  if (command === "release") return release(values);
  const numberOf = (name: "records" | "rounds" | "seed" | "count") => wholeNumber(name, values[name]);
  if (command === "plan") {
    const [records, rounds, seed] = [numberOf("records"), numberOf("rounds"), numberOf("seed")];
    return planned(linkOf(values), { records, rounds, seed });
  }
  const { file: checked, note } = await checkedRelease(bytesOf(file!));
  if (command === "check")
    return `${claimOf(checked)}\nProved by its numbers; its digest ${checked.digest} is its own.${note === undefined ? "" : `\n${note}`}`;
  return simulatedTable(checked, numberOf("count") ?? 1000, numberOf("seed") ?? 1);
}

function read(args: readonly string[]) {
  try {
    return given(args);
  } catch (error) {
    throw new Refused(`${(error as Error).message}\n\n${usage}`);
  }
}

async function release(values: Given): Promise<string> {
  const link = linkOf(values);
  const content = bytesOf(needed("data", values.data));
  const schema = new TextDecoder().decode(
    bytesOf(needed("schema", values.schema, "A schema says how the file is read")),
  );
  const bookkeeping = bookkeepingOf(values);
  const study = studies.find(({ id }) => link.startsWith(`#/${id}?`));
  if (!study) throw new Refused(`A link begins with ${studyIds.map((id) => `#/${id}?`).join(", ")}.`);
  const { study: definition } = (await study.load()) as Awaited<ReturnType<(typeof studies)[0]["load"]>>;
  const out = values.out ?? ".";
  const kinds = definition.released?.table ? ["zip", "csv"] : ["zip"];
  const places = kinds.map((kind) => join(out, `release-${definition.fileName}.${kind}`));
  // Before anything is paid: what was paid must have a place, and no earlier release is lost.
  const [claimed, saved]: [string[], string[]] = [[], []];
  try {
    for (const place of places) {
      claim(place);
      claimed.push(place);
    }
    const opened = await openedData(definition, { link, schema, content });
    const about = { curator: values.curator ?? "", intendedUse: values.use ?? "" };
    const put = (name: string, made: string | Uint8Array) => {
      writeFileSync(join(out, name), made);
      saved.push(join(out, name));
    };
    const { file, warning } = await releaseOpened(definition, opened, bookkeeping, put, about);
    const lines = [`${saved.join(", ")}: ${claimOf(file)}`, file.sheet.composition, warning];
    return lines.filter((line) => line !== undefined).join("\n");
  } finally {
    if (saved.length === 0) claimed.forEach((place) => rmSync(place));
  }
}

function bookkeepingOf({ ledger, budget, "no-ledger": isUncounted = false }: Given): Bookkeeping {
  if (isUncounted) {
    if (ledger !== undefined || budget !== undefined)
      throw new Refused("--no-ledger goes with no ledger and no budget.");
    return "none";
  }
  if (ledger === undefined)
    throw new Refused("A release needs --ledger FILE, which counts all releases of the same data; or say --no-ledger.");
  const isThere = existsSync(ledger);
  if (isThere === (budget !== undefined))
    throw new Refused(
      isThere
        ? `${ledger} has a budget: --budget begins a new ledger only.`
        : `There is no ledger at ${ledger}. If nothing of these data was released, begin one with --budget EPSILON,DELTA.`,
    );
  return { shelf: createFileShelf(ledger), budget: budget === undefined ? undefined : budgetOf(budget) };
}

function budgetOf(text: string): Declaration {
  const [epsilon, delta, pureEpsilon = 0, ...more] = text.split(",").map(Number);
  if (!(epsilon! > 0 && delta! > 0 && delta! < 1 && pureEpsilon >= 0) || more.length > 0)
    throw new Refused(`--budget is EPSILON,DELTA such as 2,1e-5, and perhaps a pure part; got ${text}.`);
  return { epsilon: epsilon!, delta: delta!, paidDelta: 0, ...(pureEpsilon > 0 && { pureEpsilon }) };
}

function claimOf({ mechanism: { epsilon, delta, mu }, sheet }: ReleaseFile): string {
  return `${sheet.title}, ε = ${numberText(epsilon)}, δ = ${numberText(delta)}, μ = ${numberText(mu)}`;
}

function needed(name: string, value: string | undefined, why = `--${name} is missing`): string {
  if (value !== undefined) return value;
  throw new Refused(`${why}: --${name} FILE.`);
}

/** The link, from the command line or a file of it. */
function linkOf({ link }: Given): string {
  const text = needed("link", link);
  const written = text.startsWith("#") ? text : new TextDecoder().decode(bytesOf(text));
  return written.slice(Math.max(0, written.indexOf("#"))).trim();
}

function bytesOf(path: string): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(readFileSync(path));
  } catch (error) {
    throw new Refused(`${path} cannot be read: ${(error as Error).message}.`);
  }
}

/** Makes an empty file that was not there. */
function claim(path: string): void {
  try {
    closeSync(openSync(path, "wx"));
  } catch (error) {
    throw new Refused(`${path} cannot be made, so nothing was drawn: ${(error as Error).message}.`);
  }
}

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw new Refused(`--${name} is a whole number of at least 1; got ${text}.`);
}

/** Runs the process's own command line; 1 if it is refused. */
async function main(): Promise<void> {
  try {
    console.log(await saidBy(process.argv.slice(2)));
  } catch (error) {
    if (!(error instanceof Refused || error instanceof ParameterError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

await main();
