/** True for a trimmed cell without a value. */
export function isMissing(cell: string): boolean {
  if (cell.length > 7) return false;
  return /^(|na|n\/a|n\.a\.|#n\/a|#na|#null!|k\.? ?a\.?|nan|<na>|null|none|nil|missing|-{1,3}|–|—|\.{1,3}|\?|\\n)$/i.test(
    cell,
  );
}
