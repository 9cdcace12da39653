import { maskCardNumbers } from '../../rules/card-number.ts';
import { keepCell } from './keep-cell.ts';
import { COLUMNS_MAX } from './limits.ts';

const DELIMITERS = [',', ';', '\t'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** Names of a column, the most telling first: a file may carry both our id and the provider's. */
const ALERT_NAMES = ['alert', 'alerta', 'id', 'alert_id', 'provider_alert_id'];
const STATUS_NAMES = ['status', 'situacao'];
const PROVIDER_NAMES = ['provider', 'provedor'];
const FOUND_SHOWN_MAX = 100;

/** How the lines of a file are to be read. */
export interface CsvLayout {
  readonly delimiter: Delimiter;
  readonly columns: readonly string[];
  /** Where the three columns that mean something are. */
  readonly alertAt: number;
  readonly statusAt: number;
  readonly providerAt: number | undefined;
}

export type HeaderReading =
  | { readonly kind: 'layout'; readonly layout: CsvLayout }
  | { readonly kind: 'problem'; readonly problem: string };

/** D27: the delimiter is the one with which the header makes sense. */
export function readHeader(
  line: string,
  split: (line: string, delimiter: Delimiter) => readonly string[],
): HeaderReading {
  for (const delimiter of DELIMITERS) {
    const columns = trimEnd(split(line, delimiter).map((name) => keepCell(name.trim())));
    const names = columns.map(plainName);
    const alertAt = findColumn(names, ALERT_NAMES);
    const statusAt = findColumn(names, STATUS_NAMES);
    if (alertAt === undefined || statusAt === undefined) continue;
    if (columns.length > COLUMNS_MAX) {
      return {
        kind: 'problem',
        problem: `The file has ${columns.length} columns; the limit is ${COLUMNS_MAX}`,
      };
    }
    const providerAt = findColumn(names, PROVIDER_NAMES);
    return { kind: 'layout', layout: { delimiter, columns, alertAt, statusAt, providerAt } };
  }
  return { kind: 'problem', problem: describeMissing(line) };
}

function describeMissing(line: string): string {
  const masked = maskCardNumbers(line);
  const isLong = masked.length > FOUND_SHOWN_MAX;
  const found = isLong ? `${masked.slice(0, FOUND_SHOWN_MAX).toWellFormed()}…` : masked;
  return `The first line must name the columns alert and status, such as "alert,status"; found "${found}"`;
}

function findColumn(names: readonly string[], wanted: readonly string[]): number | undefined {
  const positions = wanted.map((name) => names.indexOf(name));
  return positions.find((position) => position >= 0);
}

/** As people write headers: any case, with or without accents, with a space or a hyphen for the underscore. */
function plainName(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f\u200b\ufeff]/g, '')
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
}

/** Spreadsheets leave empty columns behind. */
function trimEnd(columns: readonly string[]): readonly string[] {
  const last = columns.findLastIndex((name) => name !== '');
  return columns.slice(0, last + 1);
}
