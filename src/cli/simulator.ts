import { type Command, Option } from 'commander';
import { BackofficeError } from '../backoffice/backoffice-error.ts';
import {
  PROVIDER_MODES,
  type ProviderMode,
  readProviderMode,
  setProviderMode,
} from '../sandbox/simulator/provider-mode.ts';
import { addExamples, addJsonOption } from './command-help.ts';
import { INVOCATION } from './invocation.ts';
import type { CommandResult, PrintOptions } from './print-result.ts';
import { type CommandContext, runOnInstallation } from './run-command.ts';

const MODE_NAMES = Object.keys(PROVIDER_MODES);

export function addSimulatorCommands(program: Command): void {
  const simulator = program
    .command('simulator')
    .description('Simulator: the providers of the sandbox, which can be told to misbehave.');
  addSet(simulator);
  addShow(simulator);
  addExamples(simulator, 'simulator set --provider-a fail', 'simulator show');
}

function addSet(simulator: Command): void {
  const set = simulator
    .command('set')
    .description(
      'Tells the simulated provider A how to take the answers that are forwarded to it, from the next one on, in a ' +
        'service that runs beside this too. Only in the sandbox.\n\n' +
        Object.entries(PROVIDER_MODES)
          .map(([mode, meaning]) => `${mode}: ${meaning}.`)
          .join('\n'),
    )
    .addOption(new Option('--provider-a <mode>', 'how it behaves').choices(MODE_NAMES).makeOptionMandatory())
    .action((options: PrintOptions & { providerA: ProviderMode }) =>
      runOnInstallation(options, async ({ installation, config }) => {
        requireSandbox(config);
        await setProviderMode(installation.sql, options.providerA);
        return describe(options.providerA, config);
      }),
    );
  addJsonOption(set, '{provider_a}');
  addExamples(set, 'simulator set --provider-a fail', 'simulator set --provider-a ok');
}

function addShow(simulator: Command): void {
  const show = simulator
    .command('show')
    .description('Shows how the simulated provider A behaves now.')
    .action((options: PrintOptions) =>
      runOnInstallation(options, async ({ installation, config }) => {
        requireSandbox(config);
        return describe(await readProviderMode(installation.sql), config);
      }),
    );
  addJsonOption(show, '{provider_a}');
  addExamples(show, 'simulator show');
}

function requireSandbox({ databaseUrl }: CommandContext['config']): void {
  if (databaseUrl === undefined) return;
  throw new BackofficeError(
    'There is no simulated provider here: it belongs to the sandbox, which runs without DATABASE_URL.',
  );
}

function describe(mode: ProviderMode, { providerAUrl }: CommandContext['config']): CommandResult {
  const elsewhere =
    providerAUrl === undefined ? '' : ' But PROVIDER_A_URL is set, and answers are forwarded there instead.';
  return {
    json: { provider_a: mode },
    done: `The simulated provider A ${PROVIDER_MODES[mode]}.${elsewhere}`,
    next: [{ why: 'To see how answers fare:', command: `${INVOCATION} forward list` }],
  };
}
