import type { ReleaseFile } from "../../core/release/file/releaseFile.ts";
import { fileSettings } from "../inference/fileSettings.ts";
import { countText, exactText, numberText, significant } from "../../core/numberFormats.ts";

export function recordCountOf(file: ReleaseFile): string | undefined {
  const { recordCount } = fileSettings(file);
  return recordCount === undefined ? undefined : countText(recordCount);
}

function kernelOf({ sheet }: ReleaseFile): string | undefined {
  return sheet.parameters.find(({ name }) => name === "kernel" || name === "route")?.value;
}

/** Three digits if they claim no less than the sheet; else all. */
function claimText(value: number): string {
  const short = significant(value, 3);
  return exactText(short >= value ? short : value);
}

export function releaseTitle(file: ReleaseFile): string {
  const { mechanism: m, view } = file;
  const [n, kernel] = [recordCountOf(file), kernelOf(file)];
  return [
    `Curveil release: ${view.title}`,
    `ε = ${claimText(m.epsilon)}`,
    `δ = ${claimText(m.delta)}`,
    `μ = ${numberText(m.mu)}`,
    `σ = ${numberText(m.sigma)}`,
    ...(n === undefined ? [] : [`n = ${n}`]),
    ...(kernel === undefined ? [] : [`kernel ${kernel}`]),
    "outside view",
  ].join("; ");
}
