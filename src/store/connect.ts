import type postgres from 'postgres';
import { type DatabaseAddress, readDatabaseAddress } from './connection/database-hosts.ts';
import { createDatabaseSockets } from './connection/database-sockets.ts';
import { driver } from './connection/driver.ts';
import { writeMoment } from './write-moment.ts';

export type Sql = postgres.Sql;
/** Either the pool or one transaction: what a statement needs to run. */
export type Queryable = postgres.ISql;
export type Transaction = postgres.TransactionSql;

export interface ConnectOptions {
  readonly applicationName: string;
  readonly connectionsMax: number;
  /** How long the server may take for a statement before its connection counts as dead. */
  readonly replyWithinMs?: number;
}

const CONNECT_TIMEOUT_SECONDS = 5;
const STATEMENT_TIMEOUT_MS = 30_000;
const REPLY_WITHIN_MS = STATEMENT_TIMEOUT_MS + 5000;
const PATIENT_REPLY_WITHIN_MS = 12 * 3_600_000;
/** Longer than any honest transaction; ends one whose process froze while it held locks. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 15_000;
const RECONNECT_PAUSE_MAX_SECONDS = 0.5;
const DATE_OID = 1082;
const TIMESTAMP_OID = 1114;

export function connect(databaseUrl: string, options: ConnectOptions): Sql {
  const address = readDatabaseAddress(databaseUrl);
  return driver(address.url, {
    max: options.connectionsMax,
    ...socketsTo(address, options.replyWithinMs ?? REPLY_WITHIN_MS),
    // The sockets encrypt, if it is wanted.
    ssl: false,
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    backoff: (attempt: number) => Math.min(0.1 * 2 ** attempt, RECONNECT_PAUSE_MAX_SECONDS),
    connection: {
      application_name: options.applicationName,
      statement_timeout: STATEMENT_TIMEOUT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
      TimeZone: 'UTC',
      // Compiling takes longer than any statement of ours runs: with it PostgreSQL 15 took 15 s to fold 30 changes, without 0.3.
      jit: 'off',
    },
    types: {
      // A date is a day, not a moment: it stays the text that PostgreSQL gives.
      day: { to: DATE_OID, from: [DATE_OID], serialize: String, parse: String },
      // A moment that is only shown, or that few rows ever need as a Date, is selected without its zone and arrives as text.
      toldMoment: { to: TIMESTAMP_OID, from: [TIMESTAMP_OID], serialize: String, parse: writeMoment },
    },
    transform: { column: { from: driver.toCamel } },
    onnotice: () => {},
    fetch_types: false,
  });
}

/** For statements that may take long: a migration that builds an index, a list of millions tallied at first. */
export function connectPatiently(databaseUrl: string, options: ConnectOptions): Sql {
  return connect(databaseUrl, { ...options, replyWithinMs: PATIENT_REPLY_WITHIN_MS });
}

/** Of several hosts the primary is wanted, since the service writes. The driver's types do not know of sockets. */
function socketsTo(address: DatabaseAddress, replyWithinMs: number): object {
  return {
    socket: createDatabaseSockets(address, replyWithinMs),
    ...(address.hosts.length > 1 ? { target_session_attrs: 'primary' } : {}),
  };
}
