import { BackofficeError } from '../backoffice/backoffice-error.ts';
import { ConfigError } from '../config.ts';
import { isDatabaseUnavailable, isEncryptionFailed } from '../store/database-errors.ts';

/** SQLSTATE classes: invalid authorization, and invalid catalog name, which is a database that does not exist. */
const REFUSED_BY_POSTGRES = /^(?:28|3D)...$/;

/** What a person can act on: no stack, and one line for everything that is not a list of problems. */
export function explainError(error: unknown): string {
  if (error instanceof ConfigError || error instanceof BackofficeError) return error.message;
  if (!(error instanceof Error)) return String(error);
  const reason = readReason(error);
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === 'listen') return explainListenError(error, reason);
  if (code !== undefined && REFUSED_BY_POSTGRES.test(code)) {
    return `PostgreSQL does not let us in: ${reason}. Check the user, password and database in DATABASE_URL.`;
  }
  if (isEncryptionFailed(error)) return `${reason}. Check sslmode and sslrootcert in DATABASE_URL.`;
  if (isDatabaseUnavailable(error) && !('path' in error)) {
    return `The database cannot be reached (${reason}). Check that PostgreSQL runs and that DATABASE_URL leads to it.`;
  }
  return reason;
}

function explainListenError(
  error: NodeJS.ErrnoException & { port?: number; address?: string },
  reason: string,
): string {
  const where = `${error.address ?? 'this host'}:${error.port ?? ''}`;
  switch (error.code) {
    case 'EADDRINUSE':
      return `${where} is already in use. Stop the program that listens there, or choose another port with PORT.`;
    case 'EACCES':
      return `This user may not listen on ${where}. Choose a port above 1023 with PORT.`;
    case 'EADDRNOTAVAIL':
      return `This machine does not have the address ${error.address ?? ''}. Choose one that it has with HOST.`;
    default:
      return reason;
  }
}

/** An error of several attempts, such as one for each address of a host, has no message of its own. */
function readReason(error: Error): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
  const message = error.message || (first instanceof Error ? first.message : '') || error.name;
  return message.replaceAll(/(?<!\s)\s*\n\s*/g, ' ');
}
