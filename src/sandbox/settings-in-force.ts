import { isJsonObject } from '../rules/json-object.ts';
import type { Queryable } from '../store/connect.ts';
import { readSandboxSetting, writeSandboxSetting } from '../store/sandbox-settings.ts';

const SETTING = 'settings in force';

/** What a command must know as its service does, whatever its own environment says. */
export interface SettingsInForce {
  readonly responseWindowMs: number;
  readonly followUpWindowMs: number;
  readonly publicUrl: string;
}

/** The service notes what it was started with, for commands from another terminal that know nothing of it. */
export async function noteSettings(
  sql: Queryable,
  { responseWindowMs, followUpWindowMs, publicUrl }: SettingsInForce,
): Promise<void> {
  await writeSandboxSetting(sql, SETTING, JSON.stringify({ responseWindowMs, followUpWindowMs, publicUrl }));
}

export async function readNotedSettings(
  sql: Queryable,
  otherwise: SettingsInForce,
): Promise<SettingsInForce> {
  const noted: unknown = JSON.parse((await readSandboxSetting(sql, SETTING)) ?? 'null');
  const { responseWindowMs, followUpWindowMs, publicUrl } = isJsonObject(noted) ? noted : {};
  return typeof responseWindowMs === 'number' &&
    typeof followUpWindowMs === 'number' &&
    typeof publicUrl === 'string'
    ? { responseWindowMs, followUpWindowMs, publicUrl }
    : otherwise;
}
