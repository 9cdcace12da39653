import type { Command } from 'commander';
import { addCompanyCommands } from './company.ts';
import { addCredentialsCommands } from './credentials.ts';
import { addDeliveryCommands } from './delivery.ts';
import { addEndpointCommands } from './endpoint.ts';
import { addEnrollmentCommands } from './enrollment.ts';
import { addForwardCommands } from './forward.ts';
import { addKeysCommands } from './keys.ts';
import { addLegacyCommands } from './legacy.ts';
import { addMerchantCommands } from './merchant.ts';
import { addMigrateCommand } from './migrate.ts';
import { createProgram } from './program.ts';
import { reportFailure } from './report-failure.ts';
import { addServeCommand } from './serve.ts';
import { addSimulateCommand } from './simulate.ts';
import { addSimulatorCommands } from './simulator.ts';
import { addUserCommands } from './user.ts';

/** Runs the command that the process was called with and returns its exit code. */
export async function runCalledCommand(): Promise<number> {
  process.stdout.on('error', ignoreBrokenPipe);
  try {
    await addCommands(createProgram()).parseAsync();
    return 0;
  } catch (error) {
    return reportFailure(error);
  }
}

export function addCommands(program: Command): Command {
  addServeCommand(program);
  addMigrateCommand(program);
  addCompanyCommands(program);
  addMerchantCommands(program);
  addEnrollmentCommands(program);
  addCredentialsCommands(program);
  addEndpointCommands(program);
  addDeliveryCommands(program);
  addForwardCommands(program);
  addKeysCommands(program);
  addLegacyCommands(program);
  addUserCommands(program);
  addSimulateCommand(program);
  addSimulatorCommands(program);
  return program;
}

/** Whoever reads the output, such as `head`, may have had enough before its end. */
function ignoreBrokenPipe(error: Error): void {
  if (!('code' in error && error.code === 'EPIPE')) throw error;
}
