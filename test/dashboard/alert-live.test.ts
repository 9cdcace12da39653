import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { runHeldAnswers } from '../../src/callback/run-held-answers.ts';
import { createServiceApp } from '../../src/create-service-app.ts';
import { holdNewAnswer, makeHeldAnswerDue, readAnswerTrace } from '../support/held-answers.ts';
import { receiveAlert } from '../support/provider.ts';
import { useDashboard } from '../support/use-dashboard.ts';
import { waitFor } from '../support/wait-for.ts';
import { installationOn } from '../support/installation.ts';

const dashboard = useDashboard();
const told: string[] = [];
let newWork = 0;
let app: FastifyInstance;

beforeAll(async () => {
  const { sql, config } = dashboard.service;
  const installation = installationOn(sql, config);
  app = await createServiceApp(config, installation, pino({ level: 'silent' }), {
    live: {
      tell: (companyId, topic) => void told.push(`${companyId} ${topic}`),
      subscribe: () => () => {},
    },
    onNewWork: () => {
      newWork += 1;
    },
  });
});
afterAll(() => app.close());

async function post(path: string, payload?: object): Promise<number> {
  const answer = await app.inject({
    method: 'POST',
    url: `/dashboard/api${path}`,
    headers: {
      cookie: dashboard.analyst.cookie() ?? '',
      host: 'site.example',
      origin: 'http://site.example',
    },
    ...(payload === undefined ? {} : { payload }),
  });
  return answer.statusCode;
}

test('open pages hear of an answer that waits, is taken back or is applied, and workers only of the last', async () => {
  const { service, company } = dashboard;
  const id = await receiveAlert(service.url, company);
  const alertsChanged = `${company.companyId} alerts`;
  expect(await post(`/alerts/${id}/answer`, { status: 'notfound' })).toBe(200);
  expect([told.splice(0), newWork]).toEqual([[alertsChanged], 0]);
  expect(await post(`/alerts/${id}/take-back`)).toBe(200);
  expect([told.splice(0), newWork]).toEqual([[alertsChanged], 0]);
  expect(await post(`/alerts/${id}/answer`, { status: 'other' })).toBe(200);
  expect([told.splice(0), newWork]).toEqual([[alertsChanged], 1]);
  // What is refused changed nothing.
  expect(await post(`/alerts/${id}/answer`, { status: 'notfound' })).toBe(422);
  expect(told).toEqual([]);
});

test('and when the time for a change of mind is over, of what became of it', async () => {
  const { service, company, api } = dashboard;
  const accepted = await holdNewAnswer(dashboard);
  const refused = await holdNewAnswer(dashboard);
  await api.answer(refused, 'account_suspended');
  await makeHeldAnswerDue(dashboard, accepted);
  await makeHeldAnswerDue(dashboard, refused);
  const stopping = new AbortController();
  const heard: string[] = [];
  const logLines: string[] = [];
  const loop = runHeldAnswers(
    {
      sql: service.sql,
      log: pino({ level: 'warn' }, { write: (line: string) => void logLines.push(line) }),
      followUpWindowMs: service.config.followUpWindowMs,
      onApplied: (companyId, isAccepted) => void heard.push(`${companyId} ${String(isAccepted)}`),
    },
    stopping.signal,
  );
  await waitFor('both', () => heard.length === 2);
  stopping.abort();
  await loop;
  expect(heard.toSorted()).toEqual([`${company.companyId} false`, `${company.companyId} true`]);
  expect((await readAnswerTrace(dashboard, accepted)).status).toBe('notfound');
  expect(logLines).toHaveLength(1);
  expect(JSON.parse(logLines[0] ?? '')).toMatchObject({ alert_id: refused, refusal: 'already_definitive' });
});
