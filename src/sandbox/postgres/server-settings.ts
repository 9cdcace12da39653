import { LOOPBACK_ADDRESS } from './free-port.ts';

// In our own folder: a container's /dev/shm is small, and killed servers would leave their segments there.
export const SHARED_MEMORY_SETTINGS: Readonly<Record<string, string>> =
  process.platform === 'win32' ? {} : { dynamic_shared_memory_type: 'mmap' };

const DEFAULTS: Readonly<Record<string, string>> = {
  listen_addresses: LOOPBACK_ADDRESS,
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  ...SHARED_MEMORY_SETTINGS,
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_checkpoints: 'off',
  // Statements carry what companies sent us, which does not belong in a log.
  log_min_error_statement: 'panic',
};

export function serverSettings(
  overrides: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  return { ...DEFAULTS, ...overrides };
}

export function settingArguments(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
