import { basename } from 'node:path';

const BIN_NAME = 'chargeback-alerts';

/** How this program was called, so that every line it suggests can be pasted. */
export const INVOCATION = basename(process.argv[1] ?? '').startsWith(BIN_NAME)
  ? BIN_NAME
  : 'npm run -s cli --';
