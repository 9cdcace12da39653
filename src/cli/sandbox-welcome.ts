import type { SandboxRecord } from '../sandbox/sandbox-record.ts';
import { INVOCATION } from './invocation.ts';
import { tryApiCommand } from './try-api-command.ts';

/** All that a newcomer needs, said once, at the sandbox's first start. */
export function describeNewSandbox(
  record: SandboxRecord,
  url: string | undefined,
  recordFile: string,
): string {
  return lines(
    'A new sandbox is ready: one company with a merchant, enrolled with both providers.',
    url && [
      '',
      'Try it now:',
      `  ${tryApiCommand(url, record.client_id, record.client_secret)}`,
      `  ${INVOCATION} simulate --company ${record.company_id}`,
      '',
      `  API            ${url}`,
      `  API reference  ${url}/docs`,
      `  Dashboard      ${url}/dashboard`,
    ],
    '',
    'API credentials of the company',
    `  company_id     ${record.company_id}`,
    `  client_id      ${record.client_id}`,
    `  client_secret  ${record.client_secret}`,
    '',
    'Dashboard',
    `  user           ${record.user_email}  ${record.user_password}`,
    `  operator       ${record.operator_email}  ${record.operator_password}`,
    '',
    'Secrets with which the providers sign',
    `  provider A     ${record.provider_a_secret}`,
    `  provider B     ${record.provider_b_secret}`,
    '',
    `This is shown once; it is kept in ${recordFile}.`,
  );
}

export function describeKnownSandbox(url: string | undefined, recordFile: string): string {
  return lines(
    url && `The sandbox is ready: ${url} (API reference: ${url}/docs).`,
    `Its credentials are kept in ${recordFile}.`,
  );
}

/** A blank line before and after sets the text apart from the log around it. */
function lines(...parts: readonly (string | readonly string[] | undefined)[]): string {
  return ['', ...parts.flatMap((part) => part ?? []), '', ''].join('\n');
}
