import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '../../src/sandbox/postgres/free-port.ts';

const run = promisify(execFile);
const SYSTEM_PROGRAMS = '/usr/lib/postgresql';
const USER = 'postgres';
const STANDBY_NAME = 'standby';

/** The system's own PostgreSQL, since the embedded one brings no pg_basebackup. */
async function findPrograms(): Promise<string> {
  const versions = existsSync(SYSTEM_PROGRAMS) ? await readdir(SYSTEM_PROGRAMS) : [];
  const newest = versions.toSorted((one, other) => Number(one) - Number(other)).at(-1);
  const folder = join(SYSTEM_PROGRAMS, newest ?? '', 'bin');
  if (!existsSync(join(folder, 'pg_basebackup')))
    throw new Error('apt-get install postgresql brings what is missing');
  return folder;
}

/** A primary whose commits wait for its standby, so that whatever was acknowledged is on both. */
export class ReplicatedDatabase {
  readonly #programs: string;
  readonly #folder: string;
  readonly #ports: { readonly primary: number; readonly standby: number };

  private constructor(programs: string, folder: string, ports: { primary: number; standby: number }) {
    this.#programs = programs;
    this.#folder = folder;
    this.#ports = ports;
  }

  static async start(): Promise<ReplicatedDatabase> {
    const folder = await mkdtemp(join(tmpdir(), 'chargeback-alerts-replicas-'));
    await chmod(folder, 0o777);
    const ports = { primary: await findFreePort(), standby: await findFreePort() };
    const database = new ReplicatedDatabase(await findPrograms(), folder, ports);
    await database.#createPrimary();
    await database.#createStandby();
    return database;
  }

  /** Both hosts, the primary first. */
  get url(): string {
    return `postgres://${USER}@127.0.0.1:${this.#ports.primary},127.0.0.1:${this.#ports.standby}/${USER}`;
  }

  async killPrimary(): Promise<void> {
    const [pid] = (await readFile(join(this.#cluster('primary'), 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGKILL');
  }

  async promoteStandby(): Promise<void> {
    await this.#call('pg_ctl', '-D', this.#cluster('standby'), '-w', 'promote');
  }

  async discard(): Promise<void> {
    for (const name of ['standby', 'primary'] as const) {
      await this.#call('pg_ctl', '-D', this.#cluster(name), '-m', 'immediate', 'stop').catch(() => {});
    }
    await rm(this.#folder, { recursive: true, force: true });
  }

  #cluster(name: 'primary' | 'standby'): string {
    return join(this.#folder, name);
  }

  async #createPrimary(): Promise<void> {
    const cluster = this.#cluster('primary');
    await this.#call('initdb', '-D', cluster, '-U', USER, '-A', 'trust', '-E', 'UTF8', '--locale=C');
    await this.#set("listen_addresses = '127.0.0.1'", "unix_socket_directories = ''");
    await this.#start('primary');
  }

  async #createStandby(): Promise<void> {
    const from = `host=127.0.0.1 port=${this.#ports.primary} user=${USER} application_name=${STANDBY_NAME}`;
    await this.#call('pg_basebackup', '-D', this.#cluster('standby'), '-d', from, '-R', '-X', 'stream');
    await this.#start('standby');
    await this.#set(`synchronous_standby_names = '${STANDBY_NAME}'`);
    await this.#call('pg_ctl', '-D', this.#cluster('primary'), 'reload');
  }

  async #set(...lines: readonly string[]): Promise<void> {
    await appendFile(join(this.#cluster('primary'), 'postgresql.conf'), `\n${lines.join('\n')}\n`);
  }

  async #start(name: 'primary' | 'standby'): Promise<void> {
    const cluster = this.#cluster(name);
    await this.#call(
      'pg_ctl',
      '-D',
      cluster,
      '-o',
      `-p ${this.#ports[name]}`,
      '-l',
      `${cluster}.log`,
      '-w',
      'start',
    );
  }

  /** PostgreSQL refuses to run as root, who is another user for it. */
  async #call(program: string, ...args: readonly string[]): Promise<void> {
    const path = join(this.#programs, program);
    if (process.getuid?.() === 0)
      await run('runuser', ['-u', USER, '--', path, ...args], { cwd: this.#folder });
    else await run(path, [...args], { cwd: this.#folder });
  }
}
