import { randomUUID } from 'node:crypto';
import { connect as connectSocket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import fastify from 'fastify';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createServiceApp } from '../../src/create-service-app.ts';
import { addLiveRoutes } from '../../src/dashboard/live-routes.ts';
import type { Live } from '../../src/live/live.ts';
import { startLive } from '../../src/live/start-live.ts';
import { connect } from '../../src/store/connect.ts';
import { deleteOtherSessions } from '../../src/store/people/sessions.ts';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { type SignedInClient, signIn } from '../support/dashboard.ts';
import { installationOn } from '../support/installation.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { waitFor } from '../support/wait-for.ts';

let service: TestService;
let company: TestCompany;
let client: SignedInClient;
const ends: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  service = await startTestService();
  company = await createTestCompany(service.sql);
  client = await signIn(service, { role: 'viewer', companyId: company.companyId });
});
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});
afterAll(() => service.stop());

/** A process' worth of the application, with a live feed and connections of its own. */
async function startProcess(): Promise<{ url: string; live: Live; close: () => Promise<void> }> {
  const sql = connect(service.config.databaseUrl ?? '', { applicationName: 'live', connectionsMax: 5 });
  const log = pino({ level: 'silent' });
  const live = await startLive(sql, log);
  const installation = installationOn(sql, service.config);
  const app = await createServiceApp(service.config, installation, log, { live });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  ends.push(async () => {
    await app.close();
    await live.stop();
    await sql.end({ timeout: 1 });
  });
  return { url, live, close: () => app.close() };
}

interface OpenedStream {
  readonly status: number;
  readonly headers: Headers;
  readonly text: () => string;
  readonly ended: () => boolean;
  readonly leave: () => void;
}

async function openStream(url: string, cookie = client.cookie()): Promise<OpenedStream> {
  const leaving = new AbortController();
  const response = await fetch(`${url}/dashboard/api/events`, {
    headers: cookie === undefined ? {} : { cookie },
    signal: leaving.signal,
  });
  let text = '';
  let isEnded = false;
  void (async () => {
    const decoder = new TextDecoder();
    for await (const piece of response.body ?? []) text += decoder.decode(piece, { stream: true });
  })()
    .catch(() => {})
    .finally(() => (isEnded = true));
  return {
    status: response.status,
    headers: response.headers,
    text: () => text,
    ended: () => isEnded,
    leave: () => leaving.abort(),
  };
}

describe('GET /events', () => {
  test('says hello, and tells in one process what changed in another', async () => {
    const [one, other] = [await startProcess(), await startProcess()];
    const stream = await openStream(one.url);
    expect(stream.status).toBe(200);
    expect(stream.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(stream.headers.get('cache-control')).toBe('no-store');
    await waitFor('the greeting', () => stream.text().includes('event: hello\ndata: {}\n\n'));
    expect(stream.text()).toContain('retry: 2000\n\n');
    other.live.tell(company.companyId, 'bulk_updates');
    other.live.tell(randomUUID(), 'company');
    await waitFor('the change', () => stream.text().includes('event: bulk_updates\ndata: {}\n\n'));
    await pause(300);
    expect(stream.text()).not.toContain('event: company');
    stream.leave();
  });

  test('needs a session, and gives an operator a quiet stream', async () => {
    const { url, live } = await startProcess();
    expect((await openStream(url, 'session=nobody')).status).toBe(401);
    const operator = await signIn(service, { role: 'operator' });
    const stream = await openStream(url, operator.cookie());
    await waitFor('the greeting', () => stream.text().includes('hello'));
    live.tell(company.companyId, 'alerts');
    await pause(400);
    expect(stream.text()).not.toContain('alerts');
    stream.leave();
  });

  test('has room for 10 streams of a user, and room again when one leaves', async () => {
    const { url } = await startProcess();
    const streams = await Promise.all(Array.from({ length: 10 }, () => openStream(url)));
    expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
    const refused = await openStream(url);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('30');
    const colleague = await signIn(service, { role: 'viewer', companyId: company.companyId });
    const beside = await openStream(url, colleague.cookie());
    expect(beside.status).toBe(200);
    streams[0]?.leave();
    await waitFor('room', async () => {
      const next = await openStream(url);
      if (next.status === 200) next.leave();
      return next.status === 200;
    });
    for (const stream of [...streams, beside]) stream.leave();
  });

  test('ends when the service stops, and does not keep it from stopping', async () => {
    const { url, close } = await startProcess();
    const stream = await openStream(url);
    await waitFor('the greeting', () => stream.text().includes('hello'));
    await close();
    await waitFor('the stream to end', () => stream.ended());
    expect(stream.ended()).toBe(true);
  });
});

describe('a stream', () => {
  const listeners = new Set<(topic: 'alerts') => void>();
  const live: Live = {
    tell: () => {},
    subscribe: (_, onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };

  /** The route alone, with a person who is signed in and a session that is looked at often. */
  async function startRoute(person: SignedInClient): Promise<string> {
    const app = fastify();
    app.addHook('onRequest', async (request) => {
      request.person = { ...person, role: 'viewer', address: '' };
    });
    addLiveRoutes(app, { sql: service.sql, live }, { sessionCheckedEveryMs: 50 });
    ends.push(() => app.close());
    return app.listen({ host: '127.0.0.1', port: 0 });
  }

  test('ends once its session has', async () => {
    const person = await signIn(service, { role: 'viewer', companyId: company.companyId });
    const url = await startRoute(person);
    const response = await fetch(`${url}/events`);
    const reader = response.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    await pause(200);
    expect(listeners.size).toBe(1);
    await deleteOtherSessions(service.sql, person.userId, null);
    await waitFor('it to end', async () => (await reader?.read())?.done === true);
    await waitFor('nobody to listen', () => listeners.size === 0);
    expect(listeners.size).toBe(0);
  });

  test('whose reader does not read is dropped, not buffered', async () => {
    const url = new URL(await startRoute(client));
    const socket = connectSocket(Number(url.port), url.hostname);
    socket.write('GET /events HTTP/1.1\r\nHost: x\r\n\r\n');
    socket.pause();
    socket.on('error', () => {});
    await waitFor('the stream', () => listeners.size === 1);
    await waitFor('it to be dropped', () => {
      for (let count = 0; count < 20_000; count += 1) for (const tell of listeners) tell('alerts');
      return listeners.size === 0;
    });
    expect(listeners.size).toBe(0);
    socket.destroy();
  });
});
