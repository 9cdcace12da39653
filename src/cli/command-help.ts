import type { Command } from 'commander';
import { INVOCATION } from './invocation.ts';

/** Ids in examples; any of the right form will do. */
export const EXAMPLE_ID = '0197a1f0-7b5c-7d11-9a0e-3c5f1b2a4d6e';

/** Ends the help of a command with lines that can be pasted. */
export function addExamples(command: Command, ...examples: readonly string[]): Command {
  const lines = examples.map((example) => `  ${INVOCATION} ${example}`);
  return command.addHelpText(
    'after',
    ['', examples.length > 1 ? 'Examples:' : 'Example:', ...lines].join('\n'),
  );
}

/** Every command can answer a program instead of a person. */
export function addJsonOption(command: Command, keys: string): Command {
  return command.option('--json', `print one JSON object instead of text: ${keys}`);
}
