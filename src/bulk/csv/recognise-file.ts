/** What begins like this is not text, whatever its name says. */
const OTHER_KINDS: readonly { readonly bytes: readonly number[]; readonly problem: string }[] = [
  {
    bytes: [0x50, 0x4b, 0x03, 0x04],
    problem:
      'This is an Excel workbook or a ZIP archive, not a CSV file; save the sheet as CSV and upload that',
  },
  {
    bytes: [0xd0, 0xcf, 0x11, 0xe0],
    problem: 'This is an Excel workbook, not a CSV file; save the sheet as CSV and upload that',
  },
  { bytes: [0x1f, 0x8b], problem: 'The file is compressed; unpack it and upload the CSV file itself' },
  { bytes: [0x25, 0x50, 0x44, 0x46], problem: 'This is a PDF document, not a CSV file' },
];

const BYTE_ORDER_MARKS = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
] as const;

/** This many bytes are enough to tell. */
export const BEGINNING_BYTES = 4;

export type FileKind =
  | {
      readonly kind: 'text';
      /** `unknown` is UTF-8, until a byte says that it is Windows-1252. */
      readonly encoding: 'unknown' | 'utf-8' | 'utf-16le' | 'utf-16be';
      readonly markBytes: number;
    }
  | { readonly kind: 'other'; readonly problem: string };

/** What a file is, by its first bytes. */
export function recogniseFile(beginning: Uint8Array): FileKind {
  const beginsWith = ({ bytes }: { readonly bytes: readonly number[] }): boolean =>
    bytes.every((byte, position) => beginning[position] === byte);
  const other = OTHER_KINDS.find(beginsWith);
  if (other !== undefined) return { kind: 'other', problem: other.problem };
  const mark = BYTE_ORDER_MARKS.find(beginsWith);
  return mark === undefined
    ? { kind: 'text', encoding: 'unknown', markBytes: 0 }
    : { kind: 'text', encoding: mark.encoding, markBytes: mark.bytes.length };
}
