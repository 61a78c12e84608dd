import { decimalsText, numberText } from "../../core/numberFormats.ts";
import "./errorLadder.css";

export interface LadderRow {
  readonly name: string;
  readonly value: number;
  /** Reached by this release, guaranteed by a theorem, or a bound for everybody. */
  readonly kind: "achieved" | "promised" | "limit";
}

export function ErrorLadder({ caption, rows }: { readonly caption: string; readonly rows: readonly LadderRow[] }) {
  const positive = rows.map(({ value }) => value).filter((value) => value > 0 && value < Infinity);
  const low = Math.log10(Math.min(...positive)) - 0.35;
  const high = Math.log10(Math.max(...positive)) + 0.05;
  const share = (value: number) => (value > 0 ? Math.max(0, (Math.log10(value) - low) / (high - low)) : 0);
  return (
    <table className="error-ladder">
      <caption>{caption}</caption>
      <tbody>
        {rows.map(({ name, value, kind }) => (
          <tr key={name} className={kind}>
            <th scope="row">{name}</th>
            <td className="bar" aria-hidden="true">
              <span style={{ inlineSize: `${decimalsText(100 * share(value), 1)}%` }} />
            </td>
            <td className="number">{numberText(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
