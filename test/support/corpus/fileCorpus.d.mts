/** A cell as it is written and as it is meant: days of a date, hours of a time, null where it is missing. */
interface CorpusCell {
  readonly text: string;
  readonly value: number | string | null;
}

/** A generated file, how it is written, and what is in it. */
export interface CorpusFile {
  readonly name: string;
  readonly way: {
    readonly separator: string;
    readonly decimal: "." | ",";
    readonly encoding: "utf-8" | "utf-8 with mark" | "utf-16le" | "windows-1252";
    readonly newline: "\n" | "\r\n" | "\r";
    readonly quotes: "needed" | "texts" | "all";
    readonly header: boolean;
    readonly missing: string;
  };
  readonly columns: readonly { readonly kind: string; readonly name: string }[];
  readonly rows: readonly (readonly CorpusCell[])[];
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export function fileCorpus(count?: number): readonly CorpusFile[];
