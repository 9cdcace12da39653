/** The scripts of package.json that run this program. */
const NPM_SCRIPTS: readonly (string | undefined)[] = ['cli', 'start'];

/** How this program was called, so that every line it suggests can be pasted. */
export const INVOCATION = NPM_SCRIPTS.includes(process.env['npm_lifecycle_event'])
  ? 'npm run -s cli --'
  : 'chargeback-alerts';
