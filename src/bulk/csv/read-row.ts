import { ALERT_TEXT_LENGTH_MAX } from '../../rules/alert-fields.ts';
import { type AnswerStatus, isAnswerStatus } from '../../rules/alert.ts';
import { type Provider, PROVIDER_FACTS, PROVIDERS } from '../../rules/provider.ts';
import { isUuid } from '../../rules/uuid.ts';
import type { GivenRow } from '../../store/bulk/check-bulk-rows.ts';
import { keepCell, shortenCell } from './keep-cell.ts';
import { COLUMNS_MAX } from './limits.ts';
import type { CsvLayout } from './read-header.ts';

/** What spreadsheets make of identifiers: powers of ten, errors of formulas, columns that are too narrow, dates. */
const DAMAGED = [
  /^-?\d(?:[.,]\d+)?E[+-]\d+$/i,
  /^#(?:REF!|N\/A|N\/D|NAME\?|NOME\?|VALUE!|VALOR!|NUM!|NÚM!|NULL!|NULO!|DIV\/0!|#+)$/i,
  /^\d{1,2}[/.]\d{1,2}[/.]\d{2,4}$/,
  /^(?:\d{1,2}[/-])?(?:jan|feb|fev|mar|apr|abr|may|mai|jun|jul|aug|ago|sep|set|oct|out|nov|dec|dez)[/-]\d{2,4}$/i,
];

/** A line of the file as it is checked; undefined for an empty one. */
export function readRow(cells: readonly string[], line: number, layout: CsvLayout): GivenRow | undefined {
  if (cells.every((cell) => cell.trim() === '')) return undefined;
  const reference = readReference(cells[layout.alertAt] ?? '');
  const status = (cells[layout.statusAt] ?? '').trim();
  const provider = readProvider(layout.providerAt === undefined ? '' : (cells[layout.providerAt] ?? ''));
  const answer = readStatus(status);
  return {
    line,
    reference: shortenCell(reference),
    ownId: isUuid(reference) ? reference : null,
    provider: provider === 'invalid' ? null : provider,
    status: answer ?? keepCell(status),
    verdict: findFault(reference, status, answer, provider),
    // An alert that exists under such a name is found under it; only one that does not was damaged.
    verdictIfMissing: DAMAGED.some((pattern) => pattern.test(reference)) ? 'damaged' : 'not_found',
    cells: keepCells(cells, layout),
  };
}

function findFault(
  reference: string,
  status: string,
  answer: AnswerStatus | undefined,
  provider: Provider | 'invalid' | null,
): GivenRow['verdict'] {
  if (reference === '' || status === '') return 'missing_value';
  if (answer === undefined) return 'invalid_status';
  if (provider === 'invalid') return 'invalid_provider';
  return reference.length > ALERT_TEXT_LENGTH_MAX ? 'not_found' : null;
}

/** The apostrophe that keeps a spreadsheet from taking a cell for a formula is not part of it. */
function readReference(cell: string): string {
  return cell.trim().replace(/^'(?=[=+\-@])/, '');
}

function readStatus(cell: string): AnswerStatus | undefined {
  const status = cell.toLowerCase();
  return isAnswerStatus(status) ? status : undefined;
}

/** Null when none is named; by its slug or by its plain name in the legacy body. */
function readProvider(cell: string): Provider | 'invalid' | null {
  const name = cell.trim().toLowerCase();
  if (name === '') return null;
  return (
    PROVIDERS.find((provider) => provider === name || PROVIDER_FACTS[provider].legacySlug === name) ??
    'invalid'
  );
}

/** Kept for the result file. Only the identifier may look like a card number: it is a key, not a card (D27). */
function keepCells(cells: readonly string[], { alertAt }: CsvLayout): readonly string[] {
  return cells
    .slice(0, COLUMNS_MAX)
    .map((cell, position) => (position === alertAt ? shortenCell(cell) : keepCell(cell)));
}
