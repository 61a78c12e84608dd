import { type Zippable, strToU8 } from "fflate";
import { writeIdx } from "../../tables/idx.ts";
import type { BundledFile } from "./releaseBundle.ts";
import { zipped } from "./zipped.ts";

/** Files in the format of MNIST. */
export const [imagesName, labelsName] = ["fabricated-images-idx3-ubyte", "fabricated-labels-idx1-ubyte"] as const;

interface DigitArchive {
  readonly images: Uint8Array;
  readonly labels: Uint8Array;
  readonly height: number;
  readonly width: number;
  readonly texts: readonly BundledFile[];
  /** YYYY-MM-DD. */
  readonly created: string;
}

export function digitArchive({ images, labels, height, width, texts, created }: DigitArchive): Uint8Array<ArrayBuffer> {
  const count = labels.length;
  const entries = {
    [imagesName]: writeIdx({ kind: "images", count, height, width, pixels: images }),
    [labelsName]: writeIdx({ kind: "labels", count, labels }),
  };
  const files: Zippable = {};
  for (const [name, bytes] of Object.entries(entries)) files[name] = [bytes, { level: 0 }];
  for (const { name, text } of texts) files[name] = strToU8(text);
  return zipped(files, created);
}
