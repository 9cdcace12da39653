import { Command } from 'commander';
import packageFile from '../../package.json' with { type: 'json' };
import { refuseForgottenValues } from './forgotten-values.ts';
import { INVOCATION } from './invocation.ts';

/** The program without its commands: what it is, and the short way to a first alert. */
export function createProgram(): Command {
  return new Command(INVOCATION)
    .description(packageFile.description)
    .version(packageFile.version)
    .showHelpAfterError('Add --help to see what it needs, with an example.')
    .configureHelp({ showGlobalOptions: false })
    .addHelpText('after', FIRST_ALERT)
    .hook('preAction', refuseForgottenValues)
    .exitOverride();
}

const FIRST_ALERT = `
From nothing to a first alert, each with the id that the step before printed:
  ${INVOCATION} company create --name "Loja Exemplo"
  ${INVOCATION} merchant create --company COMPANY_ID --name "Loja Exemplo"
  ${INVOCATION} enrollment create --merchant MERCHANT_ID --provider provider_a_alerts --descriptor "LOJA*EXEMPLO"
  ${INVOCATION} credentials create --company COMPANY_ID
  ${INVOCATION} simulate --company COMPANY_ID
  ${INVOCATION} serve

Every command takes --help, and --json to answer a program. They work beside a running service and without one.
Without DATABASE_URL they work on the sandbox in DATA_DIR. LOG_LEVEL=debug shows more when something fails.`;
