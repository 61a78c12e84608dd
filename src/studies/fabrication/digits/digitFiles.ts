import { labelName, type PixelEnd } from "../../../core/records/digits.ts";
import type { TableSchema } from "../../../core/tables/schema.ts";
import type { TableKeys } from "../../../core/tables/tableKeys.ts";
import type { DigitRecords } from "../../../core/affineHull/fabricationContract.ts";
import type { RecordsId } from "../../../engine/contract.ts";
import { hasCryptography } from "../../../state/cryptography.ts";
import { sha256 } from "../../../core/sha256.ts";
import type { FabricationProps } from "../model/view.ts";

export interface OpenDigits {
  readonly id: RecordsId;
  readonly name: string;
  /** undefined where the browser offers no digests: nothing is then released. Private. */
  readonly keys: TableKeys | undefined;
}

export interface DigitSource extends OpenDigits {
  /** p. */
  readonly pixels: number;
}

type ChosenFiles =
  | { readonly kind: "idx"; readonly images: Uint8Array<ArrayBuffer>; readonly labels: Uint8Array<ArrayBuffer> }
  | { readonly kind: "table"; readonly file: File }
  | { readonly problem: string };

export async function bundledDigits(client: FabricationProps["client"]): Promise<DigitSource> {
  const id = heldIn.get(client) ?? client.hold({ kind: "bundled", droppedCount: 0 });
  heldIn.set(client, id);
  return { id, name: bundledName, keys: await keysOf(bundledName), pixels: 64 };
}

export const bundledName = "500 small digits (Alpaydin & Kaynak 1998, UCI, CC BY 4.0)";

const heldIn = new WeakMap<object, RecordsId>();

/**
 * Images and labels in IDX format, gzipped or not, or one table of pixels.
 *
 * @param highest upper end of a table's pixels
 */
export async function openDigits(
  files: readonly File[],
  highest: PixelEnd,
  { client, beside: { tables } }: Pick<FabricationProps, "client" | "beside">,
): Promise<OpenDigits | { readonly problem: string }> {
  const chosen = await chosenFiles(files);
  if ("problem" in chosen) return chosen;
  const name = files.map((file) => file.name).join(" and ");
  if (chosen.kind === "idx") {
    const keys = await keysOf(`${await digestOf(chosen.images)} ${await digestOf(chosen.labels)}`);
    const records: DigitRecords = { ...chosen, droppedCount: 0 };
    return { id: client.hold(records), name, keys };
  }
  const proposed = await tables.openTable(chosen.file);
  if (!proposed.ok) return { problem: proposed.error.message };
  const { schema } = proposed.value.outline;
  tables.closeTable(proposed.value.id);
  const opened = await tables.openTable(chosen.file, undefined, schema && { schema: digitSchema(schema) });
  if (!opened.ok) return { problem: opened.error.message };
  const keys = await tables.keysOf(opened.value.id, true);
  const records = await client.recordsFrom(opened.value.id, { digitsTo: highest });
  tables.closeTable(opened.value.id);
  if (!keys.ok && hasCryptography()) return { problem: keys.error.message };
  if (!records.ok) return { problem: records.error.message };
  return { id: records.value.id, name, keys: keys.ok ? keys.value : undefined };
}

/** Pixels are numbers, whatever the cells are. */
export function digitSchema({ from, text, columns }: TableSchema): TableSchema {
  const label = labelName(columns.map(({ name }) => name));
  return {
    from,
    ...(text && { text }),
    columns: columns.map((column) => (column.name === label ? column : { name: column.name, type: "point", unit: "" })),
  };
}

export async function chosenFiles(files: readonly File[]): Promise<ChosenFiles> {
  try {
    const found: { kind: "images" | "labels" | "table"; file: File; bytes: Uint8Array<ArrayBuffer> }[] = [];
    for (const file of files) found.push({ file, ...(await contentOf(file)) });
    const of = (kind: string) => found.filter((each) => each.kind === kind);
    const [images, labels, tables] = [of("images"), of("labels"), of("table")];
    if (tables.length === 1 && files.length === 1) return { kind: "table", file: tables[0]!.file };
    if (images.length === 1 && labels.length === 1 && files.length === 2) {
      return { kind: "idx", images: images[0]!.bytes, labels: labels[0]!.bytes };
    }
    return { problem: whatIsMissing(images.length, labels.length, tables.length) };
  } catch {
    return { problem: "The browser cannot read one of these files: is it still where it was chosen, and whole?" };
  }
}

/** IDX begins with two zero bytes, the type, and the number of dimensions: 3 for images, 1 for labels. */
async function contentOf(file: File) {
  const head = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  if (head[0] === 0x1f && head[1] === 0x8b) {
    const unpacked = file.stream().pipeThrough(new DecompressionStream("gzip"));
    const bytes = new Uint8Array(await new Response(unpacked).arrayBuffer());
    return { kind: kindOf(bytes), bytes };
  }
  const kind = kindOf(head);
  return { kind, bytes: kind === "table" ? new Uint8Array(0) : new Uint8Array(await file.arrayBuffer()) };
}

function kindOf(head: Uint8Array): "images" | "labels" | "table" {
  if (head[0] !== 0 || head[1] !== 0) return "table";
  return head[3] === 1 ? "labels" : "images";
}

async function keysOf(content: string): Promise<TableKeys | undefined> {
  const digest = await digestOf(content);
  return digest === undefined ? undefined : { digests: [digest] };
}

async function digestOf(content: string | Uint8Array<ArrayBuffer>): Promise<string | undefined> {
  return hasCryptography() ? sha256(content) : undefined;
}

function whatIsMissing(images: number, labels: number, tables: number): string {
  if (tables > 0) return "Choose one CSV or Parquet file alone, or two files in IDX format: images and their labels.";
  if (images === 0) return "These are labels in place of images: choose the file of images as well, both at once.";
  if (labels === 0) return "These are images without their labels: choose the file of labels as well, both at once.";
  return `These are ${images} files of images and ${labels} of labels: choose one of each.`;
}
