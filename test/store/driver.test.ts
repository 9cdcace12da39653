import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, inject, onTestFinished, test } from 'vitest';
import { connect, type Sql } from '../../src/store/connect.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void;

function useConnection(): Sql {
  const sql = connect(inject('serverUrl'), { applicationName: 'test', connectionsMax: 1 });
  onTestFinished(() => sql.end());
  return sql;
}

/** Where whatever outlived short collections stays until the next full one. */
function oldMegabytes(): number {
  const old = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space');
  return (old?.space_used_size ?? Number.NaN) / 1e6;
}

test('the functions that end a statement are not written right behind `this.… =`', () => {
  const statement = useConnection()`select 1`;
  expect(String(statement.constructor)).toContain('this.resolve = ');
  expect(String(statement.constructor)).not.toMatch(/this\.(?:resolve|reject) = (?:\w+|\([^(),]*\)) =>/);
});

test('20 MB of parameters do not outlive short collections', async () => {
  const sql = useConnection();
  await sql`select length(${'warm'})`;
  collect();
  const before = oldMegabytes();
  for (let nr = 0; nr < 400; nr += 1) {
    await sql`select length(${Buffer.alloc(50_000, String(nr)).toString()})`;
    if (nr % 20 === 0) collect({ type: 'minor' });
  }
  expect(oldMegabytes() - before).toBeLessThan(1);
});
