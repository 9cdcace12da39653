import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { tryUpload } from '../test/bulk/support.ts';
import { type SignedInClient, signIn } from '../test/support/dashboard.ts';
import type { Attack, Outcome, Plan } from './support/attack.ts';
import { describeReport, startHonestClient } from './support/honest-client.ts';
import type { Target } from './support/target.ts';

const MEGABYTE = 1024 * 1024;
/** Taken and checked, too large, or refused with a reason. */
const EXPECTED: ReadonlySet<number> = new Set([200, 413, 422]);

/** Files that are no honest CSV, each made from a random text so that no two runs of a seed differ. */
const FILES: Readonly<Record<string, (text: string) => Buffer>> = {
  formulas: (text) => Buffer.from(`alert,status\n=cmd|'/c ${text}'!A1,other\n@SUM(1),+1\n-2+3,=1\n`),
  'an endless line': (text) => Buffer.from(`alert,status\n${text}${'x'.repeat(5 * MEGABYTE)}`),
  'an endless quoted cell': (text) => Buffer.from(`alert,status\n"${text}${'\n'.repeat(5 * MEGABYTE)}`),
  'nothing but commas': () => Buffer.alloc(3 * MEGABYTE, ','),
  'nothing but quotes': () => Buffer.concat([Buffer.from('alert,status\n'), Buffer.alloc(3 * MEGABYTE, '"')]),
  'a million columns': () => Buffer.from(`alert,status${',x'.repeat(MEGABYTE)}\n`),
  'a compressed file': (text) => gzipSync(`alert,status\n${text},other\n`.repeat(1000)),
  'a compressed file that unfolds a thousandfold': () => gzipSync(Buffer.alloc(200 * MEGABYTE)),
  'a workbook': (text) => Buffer.from(`PK\u0003\u0004${text}`),
  'zero bytes': () => Buffer.alloc(MEGABYTE),
  'UTF-16': (text) => Buffer.from(`\ufeffalert,status\n${text},other\n`, 'utf16le'),
  'broken UTF-8': (text) =>
    Buffer.concat([
      Buffer.from('alert,status\n'),
      Buffer.from(text, 'latin1'),
      Buffer.from([0xff, 0xc0, 0x80]),
    ]),
  'more than the limit': () =>
    Buffer.concat([Buffer.from('alert,status\n'), Buffer.alloc(26 * MEGABYTE, 'x,other\n')]),
  'half characters': () => Buffer.from('alert,status\n\xed\xa0\x80,other\n', 'latin1'),
  'prototype names': () => Buffer.from('__proto__,constructor,alert,status\na,b,c,other\n'),
};

export const hostileFiles: Attack = {
  defence: 'checked row by row or refused with a reason; others are served meanwhile',
  tries: 300,
  run: uploadAll,
};

async function uploadAll(target: Target, { seed, tries }: Plan): Promise<Outcome> {
  const analyst = await signIn(target, { role: 'analyst', companyId: target.company.companyId });
  const texts = fc.sample(fc.string({ unit: 'binary', maxLength: 50 }), { seed, numRuns: tries });
  const kinds = Object.entries(FILES);
  const breaches: string[] = [];
  const honest = startHonestClient(target);
  for (const [position, text] of texts.entries()) {
    const [name, make] = kinds[position % kinds.length] ?? [];
    if (name === undefined || make === undefined) continue;
    const problem = await upload(analyst, name, make(text));
    if (problem !== undefined) breaches.push(`${name} ${problem}`);
  }
  const report = await honest.stop();
  return { tries, breaches: [...breaches, ...report.problems], figure: describeReport(report) };
}

async function upload(analyst: SignedInClient, name: string, file: Buffer): Promise<string | undefined> {
  try {
    const { status, text, body } = await tryUpload(analyst, file, `${name}.csv`);
    if (!EXPECTED.has(status)) return `was answered ${status}: ${text}`;
    if (status === 200) await analyst.post(`/bulk-updates/${body.id}/cancel`);
  } catch (error) {
    return `was not answered: ${String(error)}`;
  }
  return undefined;
}
