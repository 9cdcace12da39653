import type { Command } from 'commander';

/** `--name --json` is a forgotten name, not a name that happens to be "--json". */
export function refuseForgottenValues(_program: Command, called: Command): void {
  const values: Readonly<Record<string, unknown>> = called.opts();
  for (const option of called.options) {
    const value = values[option.attributeName()];
    if (typeof value === 'string' && value.startsWith('--')) {
      called.error(`error: option '${option.flags}' argument missing`);
    }
  }
}
