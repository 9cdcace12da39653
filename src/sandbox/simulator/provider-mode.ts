import type { Queryable } from '../../store/connect.ts';
import { readSandboxSetting, writeSandboxSetting } from '../../store/sandbox-settings.ts';

/** How the simulated provider A behaves towards the answers it is told. */
export const PROVIDER_MODES = {
  ok: 'takes every outcome',
  fail: 'answers 500 and takes nothing',
  hang: 'never answers and takes nothing',
  refuse: 'refuses each outcome for good',
  slow: 'takes every outcome and answers after 3 s',
  drop: 'takes every outcome, then closes the connection without an answer',
} as const;
export type ProviderMode = keyof typeof PROVIDER_MODES;

const SETTING = 'provider_a';

/** Kept in the database, so that a command reaches the service that runs beside it. */
export async function readProviderMode(sql: Queryable): Promise<ProviderMode> {
  const value = await readSandboxSetting(sql, SETTING);
  return value !== undefined && isProviderMode(value) ? value : 'ok';
}

export async function setProviderMode(sql: Queryable, mode: ProviderMode): Promise<void> {
  await writeSandboxSetting(sql, SETTING, mode);
}

function isProviderMode(value: string): value is ProviderMode {
  return Object.hasOwn(PROVIDER_MODES, value);
}
