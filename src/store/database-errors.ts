/** A connection that is to be encrypted, and that the server or its certificate does not allow to be. */
export const ENCRYPTION_FAILED = 'ENCRYPTION_FAILED';

/** Driver and network errors that mean: the database cannot be reached, or the connection died under the statement. */
const CONNECTION_ERROR_CODES: ReadonlySet<string> = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'EMFILE',
  'EAI_AGAIN',
  ENCRYPTION_FAILED,
]);

/**
 * SQLSTATE classes and codes that pass by themselves: connection exceptions, insufficient resources, shutdowns and
 * restarts, timeouts, deadlocks, and a primary that has just become a standby.
 */
const PASSING_SQLSTATE = /^(?:08|53|57|58)|^(?:25006|25P03|40001|40P01|55P03)$/;

/** Whether the same request may well succeed in a moment, so that the honest answer is 503 and not 500. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  return isConnectionLost(error) || (isSqlState(code) && PASSING_SQLSTATE.test(code));
}

/** Whether the connection itself is gone, and with it whatever was under way on it. */
export function isConnectionLost(error: unknown): boolean {
  return error instanceof Error && (CONNECTION_ERROR_CODES.has(codeOf(error)) || endedSession(error));
}

/** The server refused or ended the session itself, for whatever reason: a database closed to connections, a restart. */
function endedSession(error: Error): boolean {
  return 'severity' in error && (error.severity === 'FATAL' || error.severity === 'PANIC');
}

const UNIQUE_VIOLATION = '23505';

export function isUniqueViolation(error: unknown): boolean {
  return hasCode(error, UNIQUE_VIOLATION);
}

const SERIALIZATION_FAILURE = '40001';

/** Whether a transaction that needs one snapshot met what another one changed since. */
export function isSerializationFailure(error: unknown): boolean {
  return hasCode(error, SERIALIZATION_FAILURE);
}

const LOCK_NOT_AVAILABLE = '55P03';
const DEADLOCK_DETECTED = '40P01';

/** Whether a statement gave up waiting for what another transaction holds. */
export function isLockRefused(error: unknown): boolean {
  return hasCode(error, LOCK_NOT_AVAILABLE) || hasCode(error, DEADLOCK_DETECTED);
}

/** Whether trying again helps nobody before somebody has looked at the server's certificate or at what is asked of it. */
export function isEncryptionFailed(error: unknown): boolean {
  return hasCode(error, ENCRYPTION_FAILED);
}

function hasCode(error: unknown, code: string): boolean {
  return codeOf(error) === code;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function isSqlState(code: string): boolean {
  return code.length === 5;
}
