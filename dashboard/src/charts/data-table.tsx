import type { ReactNode } from 'react';

export interface DataTableProps {
  /** What the chart shows. */
  readonly label: string;
  readonly columns: readonly string[];
  /** The first cell names the row. */
  readonly rows: readonly (readonly string[])[];
}

export function DataTable({ label, columns, rows }: DataTableProps): ReactNode {
  return (
    <div
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      className="mt-2 max-h-72 overflow-auto rounded-md border border-line"
    >
      <table aria-label={label} className="w-full text-xs tabular-nums">
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className="sticky top-0 bg-sunken px-3 py-1.5 text-right font-medium whitespace-nowrap text-muted first:text-left"
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, ...cells]) => (
            <tr key={name} className="border-t border-line">
              <th scope="row" className="px-3 py-1 text-left font-normal whitespace-nowrap">
                {name}
              </th>
              {cells.map((cell, position) => (
                <td key={columns[position + 1]} className="px-3 py-1 text-right">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
