export interface BenchRow {
  readonly name: string;
  readonly perSecond?: number;
  readonly limitPerSecond?: number;
  readonly ratio?: number;
  readonly wanted?: string;
  readonly nodeMicroseconds?: number;
  readonly postgresMicroseconds?: number;
}

/** One Markdown table, so that it can stand in the documentation as it is. */
export function renderReport(rows: readonly BenchRow[]): string {
  const lines = rows.map((row) =>
    [
      row.name,
      whole(row.perSecond),
      whole(row.limitPerSecond),
      shortened(row.ratio),
      row.wanted ?? '',
      whole(row.nodeMicroseconds),
      whole(row.postgresMicroseconds),
    ].join(' | '),
  );
  return [
    '| Work | per second | limit per second | ratio or figure | wanted | Node CPU µs each | PostgreSQL CPU µs each |',
    '|---|---|---|---|---|---|---|',
    ...lines.map((line) => `| ${line} |`),
  ].join('\n');
}

function whole(value: number | undefined): string {
  return value === undefined ? '' : Math.round(value).toLocaleString('en');
}

function shortened(value: number | undefined): string {
  return value === undefined || value >= 10 ? whole(value) : value.toFixed(2);
}
