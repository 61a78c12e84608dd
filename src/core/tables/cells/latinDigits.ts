const others = /[٠-٩۰-۹０-９−]/;
const signs = /[٠-٩۰-۹０-９٫٬،．，－−＋：／％٪\u200e\u200f\u061c]/g;
const latin: Readonly<Record<string, string>> = {
  ...{ "،": ",", "．": ".", "，": ",", "－": "-", "−": "-", "＋": "+", "：": ":", "／": "/", "％": "%", "٪": "%" },
  ...{ "\u200e": "", "\u200f": "", "\u061c": "" },
};

/**
 * Cell with 0–9 and their marks for Arabic-Indic, Persian and full-width ones: "-1234.5" for "−١٬٢٣٤٫٥"; any other cell
 * unchanged.
 *
 * @param decimal the mark that ٫ becomes; ٬ becomes the other one
 */
export function latinDigits(cell: string, decimal: "." | "," = "."): string {
  if (!hasOtherScript(cell) || !others.test(cell)) return cell;
  return cell.replace(signs, (sign) => {
    if (sign === "٫") return decimal;
    if (sign === "٬") return decimal === "." ? "," : ".";
    return latin[sign] ?? String(sign.charCodeAt(0) & 15);
  });
}

const lastBefore = 0x5ff;

function hasOtherScript(cell: string): boolean {
  for (let i = 0; i < cell.length; i++) if (cell.charCodeAt(i) > lastBefore) return true;
  return false;
}
