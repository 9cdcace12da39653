import { isJsonObject } from '../rules/json-object.ts';
import type { Queryable } from '../store/connect.ts';
import { readSandboxSetting, writeSandboxSetting } from '../store/sandbox-settings.ts';

const SETTING = 'windows';

export interface Windows {
  readonly responseWindowMs: number;
  readonly followUpWindowMs: number;
}

/** The service notes the windows it was started with, for commands from another terminal that know nothing of them. */
export async function noteWindows(
  sql: Queryable,
  { responseWindowMs, followUpWindowMs }: Windows,
): Promise<void> {
  await writeSandboxSetting(sql, SETTING, JSON.stringify({ responseWindowMs, followUpWindowMs }));
}

export async function readNotedWindows(sql: Queryable, otherwise: Windows): Promise<Windows> {
  const noted: unknown = JSON.parse((await readSandboxSetting(sql, SETTING)) ?? 'null');
  const { responseWindowMs, followUpWindowMs } = isJsonObject(noted) ? noted : {};
  return typeof responseWindowMs === 'number' && typeof followUpWindowMs === 'number'
    ? { responseWindowMs, followUpWindowMs }
    : otherwise;
}
