// Run as a process of its own, so that a test can kill the holder of a data folder without killing itself.
// It opens the database, tells its URL on one line, and closes when its standard input ends.
import { once } from 'node:events';
import { openSandboxDatabase } from '../../src/sandbox/postgres/open-sandbox-database.ts';

const [dataDir = '', holder] = process.argv.slice(2);
const database = await openSandboxDatabase({ dataDir, holder: holder === 'command' ? 'command' : 'service' });
process.stdout.write(`${database.url}\n`);
process.stdin.resume();
await once(process.stdin, 'end');
await database.close();
