import type { ComponentProps, ReactNode } from "react";

interface DataTableProps extends ComponentProps<"table"> {
  readonly head: readonly ReactNode[];
  /** The first cell of a row names it. */
  readonly rows: readonly (readonly ReactNode[])[];
  /** Only the first cell is a head. */
  readonly hasPlainHead?: boolean;
}

export function DataTable({ head, rows, hasPlainHead = false, ...table }: DataTableProps) {
  return (
    <table {...table}>
      <thead>
        <tr>
          {head.map((name, k) => {
            const Cell = hasPlainHead && k > 0 ? "td" : "th";
            return (
              <Cell key={k} scope={Cell === "th" ? "col" : undefined}>
                {name}
              </Cell>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells], row) => (
          <tr key={row}>
            <th scope="row">{name}</th>
            {cells.map((cell, k) => (
              <td key={k}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
