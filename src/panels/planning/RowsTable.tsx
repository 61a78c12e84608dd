import type { ReactNode } from "react";

interface RowsTableProps {
  readonly className?: string;
  readonly testId?: string;
  /** Empty above buttons. */
  readonly head: readonly string[];
  readonly rows: readonly (readonly ReactNode[])[];
  /** "part 2". */
  readonly nameOf: (row: number) => string;
  readonly least?: number;
  readonly onRemove: (row: number) => void;
  readonly add?: { readonly label: string; readonly onAdd: () => void } | false;
}

export function RowsTable({
  className = "",
  testId,
  head,
  rows,
  nameOf,
  least = 0,
  onRemove,
  add = false,
}: RowsTableProps) {
  return (
    <table className={`plan-parts ${className}`} data-testid={testId}>
      <thead>
        <tr>
          {[...head, ""].map((name, k) =>
            name === "" ? (
              <td key={k} />
            ) : (
              <th key={k} scope="col">
                {name}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((cells, row) => (
          <tr key={row}>
            {cells.map((cell, k) =>
              k === 0 && typeof cell === "string" ? (
                <th key={k} scope="row">
                  {cell}
                </th>
              ) : (
                <td key={k} data-head={head[k]}>
                  {cell}
                </td>
              ),
            )}
            <td>
              {rows.length > least && (
                <button type="button" aria-label={`Remove ${nameOf(row)}`} onClick={() => onRemove(row)}>
                  −
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
      {add && (
        <tfoot>
          <tr>
            <td colSpan={head.length + 1}>
              <button type="button" onClick={add.onAdd}>
                {add.label}
              </button>
            </td>
          </tr>
        </tfoot>
      )}
    </table>
  );
}
