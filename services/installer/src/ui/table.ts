import { displayWidth, padToWidth } from '@cli-apps/core/command-line'

/** Formats rows as aligned columns, two spaces apart; the last column is not padded. */
export function tableText(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? [])
    .slice(0, -1)
    .map((_cell, column) => Math.max(...rows.map((row) => displayWidth(row[column] ?? ''))))
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === row.length - 1 ? cell : padToWidth(cell, widths[column] ?? 0)))
        .join('  '),
    )
    .join('\n')
}
