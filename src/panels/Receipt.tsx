import { useState } from "react";
import type { ReactNode } from "react";

interface ReceiptProps {
  /** Names and values of the one line. */
  readonly entries: readonly (readonly [name: string, value: string])[];
  /** Why what is shown is not private, if it is not. */
  readonly notPrivate?: string | undefined;
  /** What the line opens into; made when it is first opened. */
  readonly children: () => ReactNode;
}

/** The receipt in one line, which opens into what is guaranteed and how it follows. */
export function Receipt({ entries, notPrivate, children }: ReceiptProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <dl className="receipt" aria-label="Receipt">
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {notPrivate !== undefined && (
        <p className="problem" role="status" data-testid="badge">
          <strong>Not private:</strong> {notPrivate}
        </p>
      )}
      <details className="guarantee" onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>What is guaranteed, and how it follows</summary>
        {open && children()}
      </details>
    </>
  );
}

/** Rows of names and numbers. */
export function NumberTable({ rows }: { readonly rows: readonly (readonly [name: string, value: string])[] }) {
  return (
    <table>
      <tbody>
        {rows.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
