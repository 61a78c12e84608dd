import { orderEvidence, readTimeOfDay } from "../cells/dateCell.ts";
import { isMissing } from "../cells/missingCell.ts";
import { decimalEvidence } from "../cells/numberCell.ts";

/** True for a number, a date or a time. */
export function isMeasured(cell: string): boolean {
  if (isMissing(cell)) return false;
  return decimalEvidence(cell) !== undefined || orderEvidence(cell) !== undefined || !Number.isNaN(readTimeOfDay(cell));
}
