import type { PixelEnd } from "../../core/datasets/digits.ts";
import type { DigitRecords } from "../../core/releases/fabricationContract.ts";

/** Digits that were opened, or the sentence that says what is missing. */
export type OpenedDigits = { readonly records: DigitRecords; readonly name: string } | { readonly problem: string };

/** IDX files begin with two zero bytes, the type, and the number of dimensions: 3 for images, 1 for labels. */
async function kindOf(file: File): Promise<"images" | "labels" | "table"> {
  const head = new Uint8Array(await file.slice(0, 4).arrayBuffer());
  if (head[0] !== 0 || head[1] !== 0) return "table";
  return head[3] === 1 ? "labels" : "images";
}

/**
 * Digits of the files that a person chose: images and labels in IDX format, or one CSV. What is in them is read by a worker.
 *
 * @param highest what the pixels of a CSV run to
 */
export async function openDigits(files: readonly File[], highest: PixelEnd): Promise<OpenedDigits> {
  try {
    const kinds = await Promise.all(files.map(kindOf));
    const found = (kind: string) => files.filter((_, i) => kinds[i] === kind);
    const bytes = async (file: File) => new Uint8Array(await file.arrayBuffer());
    const [images, labels, tables] = [found("images"), found("labels"), found("table")];
    const name = files.map((file) => file.name).join(" and ");
    if (tables.length === 1 && files.length === 1) {
      const source = { kind: "csv", bytes: await bytes(tables[0]!), highest } as const;
      return { records: { ...source, droppedCount: 0 }, name };
    }
    if (images.length === 1 && labels.length === 1 && files.length === 2) {
      const source = { kind: "idx", images: await bytes(images[0]!), labels: await bytes(labels[0]!) } as const;
      return { records: { ...source, droppedCount: 0 }, name };
    }
    return { problem: whatIsMissing(images.length, labels.length, tables.length) };
  } catch {
    return { problem: "The browser cannot read one of these files: is it still where it was chosen?" };
  }
}

function whatIsMissing(images: number, labels: number, tables: number): string {
  if (tables > 0) return "Choose one CSV alone, or two files in IDX format: images and their labels.";
  if (images === 0) return "These are labels in place of images: choose the file of images as well, both at once.";
  if (labels === 0) return "These are images without their labels: choose the file of labels as well, both at once.";
  return `These are ${images} files of images and ${labels} of labels: choose one of each.`;
}
