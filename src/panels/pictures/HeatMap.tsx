import { useRef, useState, type KeyboardEvent } from "react";
import { shortText } from "../../core/numberFormats.ts";
import "./heatMap.css";

interface HeatMapProps {
  readonly label: string;
  readonly corner: string;
  readonly columns: readonly number[];
  readonly rows: readonly number[];
  /** NaN for an empty cell. */
  readonly valueAt: (column: number, row: number) => number;
  /** From 0, the worst, to 1. */
  readonly quality: (value: number) => number;
  /** Text in a cell; colours alone if absent. */
  readonly text?: (value: number) => string;
  readonly describe: (column: number, row: number) => string;
  readonly now: { readonly column: number; readonly row: number };
  readonly markAt: (column: number, row: number) => string | undefined;
  readonly onChoose: (column: number, row: number) => void;
}

/** A stop of the Tab key, arrow keys inside. */
export function HeatMap({
  label,
  corner,
  columns,
  rows,
  valueAt,
  quality,
  text,
  describe,
  now,
  markAt,
  onChoose,
}: HeatMapProps) {
  const table = useRef<HTMLTableElement>(null);
  const [[activeColumn, activeRow], setActive] = useState<readonly [number, number]>([0, 0]);
  const [nowColumn, nowRow] = [nearest(columns, now.column), nearest(rows, now.row)];
  const stopColumn = Math.min(activeColumn, columns.length - 1);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] }[event.key];
    if (!step) return;
    event.preventDefault();
    const column = Math.min(columns.length - 1, Math.max(0, stopColumn + step[0]!));
    const row = Math.min(rows.length - 1, Math.max(0, activeRow + step[1]!));
    setActive([column, row]);
    table.current?.querySelector<HTMLElement>(`[data-cell="${column} ${row}"]`)?.focus();
  };

  return (
    <div className="map-scroll">
      <table ref={table} className="map" data-plain={!text} aria-label={label} onKeyDown={onKeyDown}>
        <thead>
          <tr>
            <th scope="col">{corner}</th>
            {columns.map((column) => (
              <th scope="col" key={column}>
                <span>{shortText(column, 2)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((rowValue, row) => (
            <tr key={rowValue}>
              <th scope="row">{shortText(rowValue, 2)}</th>
              {columns.map((columnValue, column) => {
                const value = valueAt(column, row);
                if (!Number.isFinite(value)) return <td key={columnValue}>–</td>;
                const mark = markAt(column, row);
                return (
                  <td key={columnValue}>
                    <button
                      type="button"
                      data-cell={`${column} ${row}`}
                      data-best={mark !== undefined}
                      aria-current={column === nowColumn && row === nowRow}
                      tabIndex={column === stopColumn && row === activeRow ? 0 : -1}
                      aria-label={describe(column, row)}
                      title={describe(column, row)}
                      style={{
                        background: `color-mix(in oklab, var(--map-high) ${Math.round(100 * quality(value))}%, var(--map-low))`,
                      }}
                      onFocus={() => setActive([column, row])}
                      onClick={() => onChoose(column, row)}
                    >
                      {text ? text(value) : mark}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function nearest(entries: readonly number[], value: number): number {
  const distances = entries.map((entry) => Math.abs(Math.log(entry / value)));
  return distances.indexOf(Math.min(...distances));
}
