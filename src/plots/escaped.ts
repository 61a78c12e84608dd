export function escaped(content: string): string {
  // Not allowed in XML, even escaped.
  return content
    .replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, " ")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");
}
