import { describe, expect, test } from 'vitest';
import { decodeText } from '../../src/bulk/csv/decode-text.ts';
import { gatherPieces } from '../../src/bulk/csv/gather-pieces.ts';
import { openCsv } from '../../src/bulk/csv/read-csv.ts';
import { readHeader } from '../../src/bulk/csv/read-header.ts';
import { splitLine } from '../../src/bulk/csv/record-parser.ts';
import type { GivenRow } from '../../src/store/bulk/check-bulk-rows.ts';

/** The same bytes in pieces of every small size: where a piece ends must not matter. */
async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let first = 0; first < bytes.length; first += size) yield bytes.subarray(first, first + size);
}

async function decode(bytes: Uint8Array, size: number): Promise<string> {
  return (await Array.fromAsync(decodeText(inPieces(bytes, size)))).join('');
}

async function readAll(bytes: Uint8Array, size: number): Promise<GivenRow[]> {
  const { rows } = await openCsv(inPieces(bytes, size));
  return (await Array.fromAsync(rows)).flat();
}

const SIZES = [1, 2, 3, 5, 7, 64, 1000];

describe('the text of a file', () => {
  const text = 'não é ação €\r\n𝄞 ok\rlast';
  const expected = 'não é ação €\n𝄞 ok\nlast';

  test.each(SIZES)('is the same in pieces of %i bytes', async (size) => {
    expect(await decode(Buffer.from(text), size)).toBe(expected);
    expect(await decode(Buffer.from(`\uFEFF${text}`), size)).toBe(expected);
    expect(await decode(Buffer.from(`\uFEFF${text}`, 'utf16le'), size)).toBe(expected);
    expect(await decode(Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(), size)).toBe(expected);
  });

  test.each(SIZES)('that is Windows-1252 is found out, in pieces of %i bytes', async (size) => {
    const bytes = Buffer.from([
      ...Buffer.from('situa\u00e7\u00e3o;', 'latin1'),
      0x80,
      0x93,
      0x0d,
      0x0a,
      0xe9,
    ]);
    expect(await decode(bytes, size)).toBe('situação;€“\né');
  });
});

describe('the pieces that are worked on', () => {
  test.each([1, 1000, 65_536, 100_000])(
    'are few and whole, when a body comes in pieces of %i bytes',
    async (size) => {
      const bytes = Buffer.from('0123456789'.repeat(15_000));
      const pieces = await Array.fromAsync(gatherPieces(inPieces(bytes, size)));
      expect(Buffer.concat(pieces).equals(bytes)).toBe(true);
      expect(pieces.slice(0, -1).every(({ length }) => length >= 65_536)).toBe(true);
    },
  );

  test('are none where there is nothing', async () => {
    expect(await Array.fromAsync(gatherPieces(inPieces(Buffer.alloc(0), 1)))).toEqual([]);
  });
});

describe('a header', () => {
  test.each([
    ['alert,status', { delimiter: ',', alertAt: 0, statusAt: 1, providerAt: undefined }],
    ['status;ID', { delimiter: ';', alertAt: 1, statusAt: 0, providerAt: undefined }],
    [
      'note\tProvider Alert-ID\tStatus\tprovider',
      { delimiter: '\t', alertAt: 1, statusAt: 2, providerAt: 3 },
    ],
    ['"a,b";alerta;Situação', { delimiter: ';', alertAt: 1, statusAt: 2, providerAt: undefined }],
    ['provider_alert_id,id,status', { delimiter: ',', alertAt: 1, statusAt: 2, providerAt: undefined }],
    ['alert,status,,,', { delimiter: ',', alertAt: 0, statusAt: 1, providerAt: undefined }],
  ])('%j is understood', (line, layout) => {
    expect(readHeader(line, splitLine)).toMatchObject({ kind: 'layout', layout });
  });

  test.each(['alert', 'status', 'alert status', 'alert|status', 'card,amount', '"alert,status'])(
    '%j is not',
    (line) => {
      expect(readHeader(line, splitLine)).toMatchObject({ kind: 'problem' });
    },
  );
});

describe('the rows of a file', () => {
  const content =
    'alert;status;note\r\nA1; OTHER ;"with ""quotes""; and\r\na line"\r\n\r\n"A2";notfound\r\n' +
    "'-A3;other;=1+1;more\r\n";

  test.each(SIZES)('are the same in pieces of %i bytes', async (size) => {
    const rows = await readAll(Buffer.from(content), size);
    expect(rows.map(({ line, reference, status, cells }) => [line, reference, status, cells])).toEqual([
      [2, 'A1', 'other', ['A1', ' OTHER ', 'with "quotes"; and\na line']],
      [4, 'A2', 'notfound', ['A2', 'notfound']],
      [5, '-A3', 'other', ["'-A3", 'other', '=1+1', 'more']],
    ]);
  });

  test('keep bounded cells, cut between whole characters', async () => {
    const [row] = await readAll(
      Buffer.from(`alert,status,note\nA,other,${'x'.repeat(999)}😀${',y'.repeat(60)}`),
      1000,
    );
    expect(row?.cells).toHaveLength(50);
    expect(row?.cells?.[2]).toHaveLength(1000);
    expect(row?.cells?.[2]?.isWellFormed()).toBe(true);
  });

  test('come in bounded groups', async () => {
    const bytes = Buffer.from(`alert,status\n${'A,other\n'.repeat(5001)}`);
    const { rows } = await openCsv(inPieces(bytes, 65_536));
    expect((await Array.fromAsync(rows)).map((some) => some.length)).toEqual([2000, 2000, 1001]);
  });

  test('are at most 250,000', async () => {
    const line = 'A,other\n';
    const atMost = await readAll(Buffer.from(`alert,status\n${line.repeat(250_000)}`), 65_536);
    expect(atMost).toHaveLength(250_000);
    await expect(readAll(Buffer.from(`alert,status\n${line.repeat(250_001)}`), 65_536)).rejects.toThrow(
      'The file has more than 250,000 rows; split it',
    );
  });
});
