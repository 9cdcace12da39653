import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { compileObjectReader } from '../http/validation.ts';
import { encodeSecret } from '../signing/standard-webhooks.ts';

/** What a newcomer needs, kept in `DATA_DIR/sandbox.json`. */
const SandboxRecordSchema = Type.Object({
  company_id: Type.String(),
  client_id: Type.String(),
  client_secret: Type.String(),
  user_email: Type.String(),
  user_password: Type.String(),
  operator_email: Type.String(),
  operator_password: Type.String(),
  provider_a_secret: Type.String(),
  provider_b_secret: Type.String(),
});
export type SandboxRecord = Static<typeof SandboxRecordSchema>;

const RECORD_FILE = 'sandbox.json';
const SECRET_KEY_FILE = 'secret.key';
const OWNER_ONLY = 0o600;

/**
 * Reads the record, or writes a new one. It is on disk before anything it names is in the database, so that a start
 * cut short leaves no company whose secrets nobody knows: the next start goes on from the record.
 */
export async function ensureSandboxRecord(
  dataDir: string,
  inForce: { providerASecret: string | undefined; providerBSecret: string | undefined },
): Promise<SandboxRecord> {
  const file = join(dataDir, RECORD_FILE);
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

/** The key that encrypts stored secrets, generated once. */
export async function ensureSecretKey(dataDir: string): Promise<string> {
  const file = join(dataDir, SECRET_KEY_FILE);
  const kept = await readIfPresent(file);
  if (kept !== undefined) return kept.trim();
  const secretKey = randomBytes(32).toString('base64');
  await writePrivately(file, `${secretKey}\n`);
  return secretKey;
}

const readRecordObject = compileObjectReader(SandboxRecordSchema);

function readRecord(text: string, file: string): SandboxRecord {
  const read = readRecordObject(JSON.parse(text));
  if (read.kind === 'fails') throw new Error(`${file}: ${read.problem}; delete DATA_DIR to begin anew`);
  return read.value;
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
