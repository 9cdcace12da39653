import type { GivenRow } from '../../store/bulk/check-bulk-rows.ts';
import { ROWS_MAX, ROWS_PER_CHECK } from '../limits.ts';
import { decodeText } from './decode-text.ts';
import { fileProblem } from './file-problem.ts';
import { LINE_LENGTH_MAX } from './limits.ts';
import { type CsvLayout, readHeader } from './read-header.ts';
import { readRow } from './read-row.ts';
import { RecordParser, splitLine } from './record-parser.ts';

export interface OpenedCsv {
  readonly layout: CsvLayout;
  /** In the order of the file, never more at once than are checked at once. */
  readonly rows: AsyncGenerator<readonly GivenRow[]>;
}

/** Reads a file as it arrives: its header now, its lines as they are asked for. */
export async function openCsv(pieces: AsyncIterable<Uint8Array>): Promise<OpenedCsv> {
  const texts = decodeText(pieces);
  const beginning = await readFirstLine(texts);
  const header = readHeader(beginning.line, splitLine);
  if (header.kind === 'problem') throw fileProblem(header.problem);
  const { layout } = header;
  const parser = new RecordParser(layout.delimiter, beginning.lineNumber);
  return { layout, rows: readRows(texts, beginning, parser, layout) };
}

interface Beginning {
  readonly line: string;
  readonly lineNumber: number;
  /** What came with it. */
  readonly rest: string;
}

/** A spreadsheet's own note of its delimiter. */
const DELIMITER_NOTE = /^sep=.$/i;

/** The first line that says something. */
async function readFirstLine(texts: AsyncGenerator<string>): Promise<Beginning> {
  let text = '';
  let lineNumber = 1;
  let isAtEnd = false;
  while (!isAtEnd) {
    const next = await texts.next();
    isAtEnd = next.done === true;
    text += next.done === true ? '\n' : next.value;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
      const line = text.slice(0, end);
      text = text.slice(end + 1);
      if (line.trim() !== '' && !DELIMITER_NOTE.test(line.trim())) return { line, lineNumber, rest: text };
      lineNumber += 1;
    }
    if (text.length > LINE_LENGTH_MAX) {
      throw fileProblem(`The first line is longer than ${LINE_LENGTH_MAX / 1024} KiB; upload a CSV file`);
    }
  }
  throw fileProblem('The file is empty');
}

async function* readRows(
  texts: AsyncGenerator<string>,
  { lineNumber, rest }: Beginning,
  parser: RecordParser,
  layout: CsvLayout,
): AsyncGenerator<readonly GivenRow[]> {
  let line = lineNumber;
  let count = 0;
  let gathered: GivenRow[] = [];
  for await (const records of readRecords(texts, rest, parser)) {
    for (const cells of records) {
      line += 1;
      const row = readRow(cells, line, layout);
      if (row === undefined) continue;
      count += 1;
      if (count > ROWS_MAX) {
        throw fileProblem(`The file has more than ${ROWS_MAX.toLocaleString('en')} rows; split it`);
      }
      gathered.push(row);
      if (gathered.length < ROWS_PER_CHECK) continue;
      yield gathered;
      gathered = [];
    }
  }
  if (gathered.length > 0) yield gathered;
  if (count === 0) throw fileProblem('The file has no rows below its header');
}

async function* readRecords(
  texts: AsyncGenerator<string>,
  rest: string,
  parser: RecordParser,
): AsyncGenerator<readonly string[][]> {
  yield parser.push(rest);
  for await (const text of texts) yield parser.push(text);
  yield parser.end();
}
