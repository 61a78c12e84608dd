/** The caption is part of the drawing, to go where it goes. */
export function captioned(svg: string, caption: string): string {
  const found = /^<svg ([^>]*)viewBox="0 0 ([\d.]+) ([\d.]+)"([^>]*)>([^]*)<\/svg>\s*$/.exec(svg);
  if (!found) return svg;
  const [, before, width, height, after, body] = found as unknown as readonly string[];
  const lines = wrapped(caption, Math.floor((Number(width) - 16) / 7));
  const room = 8 + 16 * lines.length;
  const text = lines.map((line, i) => `<text x="8" y="${16 * (i + 1)}">${inXml(line)}</text>`).join("");
  return `<svg ${before}viewBox="0 0 ${width} ${Number(height) + room}"${after}><rect width="100%" height="100%" fill="#ffffff"/>${text}<svg y="${room}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg></svg>\n`;
}

function wrapped(text: string, length: number): string[] {
  const lines: string[] = [];
  let rest = text.slice(0, 6 * length);
  while (rest.length > length) {
    const at = Math.max(rest.lastIndexOf("; ", length), rest.lastIndexOf(" ", length));
    const cut = at > 0 ? at : length;
    lines.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  return [...lines, rest];
}

function inXml(content: string): string {
  return content
    .replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, " ")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;");
}
