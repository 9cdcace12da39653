import Papa from 'papaparse';
import { fileProblem } from './file-problem.ts';
import { LINE_LENGTH_MAX } from './limits.ts';
import type { Delimiter } from './read-header.ts';

interface Parsed {
  readonly data: string[][];
  readonly errors: readonly { readonly code: string }[];
  readonly meta: { readonly cursor: number };
}

/** Splits text that comes in pieces into records of cells; what belongs to the next record waits for the next piece. */
export class RecordParser {
  readonly #parser: Papa.Parser;
  #unfinished = '';
  /** Of the last record that was returned, the header being 1: the row that a spreadsheet shows. */
  #line: number;

  constructor(delimiter: Delimiter, linesBefore: number) {
    this.#parser = new Papa.Parser({ delimiter, newline: '\n' });
    this.#line = linesBefore;
  }

  push(text: string): string[][] {
    const whole = this.#unfinished + text;
    const { data, meta } = this.#parse(whole, true);
    this.#unfinished = whole.slice(meta.cursor);
    this.#line += data.length;
    if (this.#unfinished.length > LINE_LENGTH_MAX) {
      throw fileProblem(
        `Line ${this.#line + 1} is longer than ${LINE_LENGTH_MAX / 1024} KiB; perhaps a quotation mark is never closed`,
      );
    }
    return data;
  }

  /** What is left when the file ends. */
  end(): string[][] {
    if (this.#unfinished === '') return [];
    const { data, errors } = this.#parse(this.#unfinished, false);
    if (errors.some(({ code }) => code === 'MissingQuotes')) {
      throw fileProblem(`In line ${this.#line + 1} a quotation mark is never closed`);
    }
    return data;
  }

  #parse(text: string, ignoreLastRecord: boolean): Parsed {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the library's own types leave it open
    return this.#parser.parse(text, 0, ignoreLastRecord) as Parsed;
  }
}

export function splitLine(line: string, delimiter: Delimiter): readonly string[] {
  return new RecordParser(delimiter, 0).push(`${line}\n`)[0] ?? [];
}
