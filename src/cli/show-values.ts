const GAP = '  ';

/** Rows under their headings, in columns as wide as they need to be. */
export function renderTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  if (rows.length === 0) return [];
  const lines = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines.map((line) =>
    `${GAP}${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(GAP)}`.trimEnd(),
  );
}

/** A moment to the second, for people; programs get it whole. */
export function showTime(moment: Date | null): string {
  return moment === null ? '-' : `${moment.toISOString().slice(0, 19).replace('T', ' ')}Z`;
}

export function isoTime(moment: Date | null): string | null {
  return moment === null ? null : moment.toISOString();
}

/** What somebody else wrote, on one line and cut to a limit: it may hold anything. */
export function showForeign(text: string | null, lengthMax: number): string {
  if (text === null) return '-';
  const shown = text.replaceAll(/[\p{Cc}\s]+/gu, ' ').trim();
  return shown.length > lengthMax ? `${shown.slice(0, lengthMax - 1)}…` : shown;
}
