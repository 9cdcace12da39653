import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject } from '../rules/json-object.ts';
import { encodeSecret } from '../signing/standard-webhooks.ts';

/** What a newcomer needs, kept in `DATA_DIR/sandbox.json`. */
export interface SandboxRecord {
  readonly company_id: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly user_email: string;
  readonly user_password: string;
  readonly operator_email: string;
  readonly operator_password: string;
  readonly provider_a_secret: string;
  readonly provider_b_secret: string;
}

const SECRET_KEY_FILE = 'secret.key';
const OWNER_ONLY = 0o600;

export function sandboxRecordFile(dataDir: string): string {
  return join(dataDir, 'sandbox.json');
}

/**
 * Reads the record, or writes a new one. It is on disk before anything it names is in the database, so that a start
 * cut short leaves no company whose secrets nobody knows: the next start goes on from the record.
 */
export async function ensureSandboxRecord(
  dataDir: string,
  inForce: { providerASecret: string | undefined; providerBSecret: string | undefined },
): Promise<SandboxRecord> {
  const file = sandboxRecordFile(dataDir);
  const kept = await readIfPresent(file);
  const record = kept === undefined ? newRecord() : readRecord(kept, file);
  const current = {
    ...record,
    provider_a_secret: inForce.providerASecret ?? record.provider_a_secret,
    provider_b_secret: inForce.providerBSecret ?? record.provider_b_secret,
  };
  const text = `${JSON.stringify(current, null, 2)}\n`;
  if (text !== kept) await writePrivately(file, text);
  return current;
}

/** The key that encrypts stored secrets: the one given, else the one kept, else a new one; kept for commands too. */
export async function ensureSecretKey(dataDir: string, given: string | undefined): Promise<string> {
  const file = join(dataDir, SECRET_KEY_FILE);
  const kept = (await readIfPresent(file))?.trim();
  const secretKey = given ?? kept ?? randomBytes(32).toString('base64');
  if (secretKey !== kept) await writePrivately(file, `${secretKey}\n`);
  return secretKey;
}

function readRecord(text: string, file: string): SandboxRecord {
  const given: unknown = JSON.parse(text);
  if (!isSandboxRecord(given)) throw new Error(`${file} is incomplete; delete DATA_DIR to start over`);
  return given;
}

function isSandboxRecord(given: unknown): given is SandboxRecord {
  return isJsonObject(given) && Object.keys(newRecord()).every((key) => typeof given[key] === 'string');
}

function newRecord(): SandboxRecord {
  return {
    company_id: randomUUIDv7(),
    client_id: `sandbox_${randomBytes(9).toString('hex')}`,
    client_secret: randomBytes(32).toString('base64url'),
    user_email: 'owner@sandbox.example',
    user_password: randomBytes(15).toString('base64url'),
    operator_email: 'operator@sandbox.example',
    operator_password: randomBytes(15).toString('base64url'),
    provider_a_secret: encodeSecret(randomBytes(32)),
    provider_b_secret: encodeSecret(randomBytes(32)),
  };
}

async function readIfPresent(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whole or not at all, and never readable by others. */
async function writePrivately(file: string, text: string): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true });
  const unfinished = `${file}.${process.pid}.tmp`;
  await writeFile(unfinished, text, { mode: OWNER_ONLY });
  await rename(unfinished, file);
}
