import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createTestCompany } from '../support/company.ts';
import { receiveAlert } from '../support/provider.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { waitFor } from '../support/wait-for.ts';

const DEPLOY = new URL('../../deploy/', import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, DEPLOY), 'utf8');

interface Alarm {
  readonly alert: string;
  readonly expr: string;
}

let service: TestService;
let figures: string;
let alarms: readonly Alarm[];
let panels: readonly string[];
beforeAll(async () => {
  service = await startTestService({}, { work: true });
  await receiveAlert(service.url, await createTestCompany(service.sql));
  figures = await waitFor('every figure to be there', async () => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    return text.includes('http_request_seconds_bucket') && text.includes('outbox_open_breakers{') && text;
  });
  const rules = parse(await read('prometheus/alarms.yaml')) as { groups: { rules: Alarm[] }[] };
  alarms = rules.groups.flatMap((group) => group.rules);
  const dashboard = JSON.parse(await read('grafana/dashboard.json')) as {
    panels: { targets?: { expr: string }[] }[];
  };
  panels = dashboard.panels.flatMap((panel) => panel.targets ?? []).map(({ expr }) => expr);
});
afterAll(() => service.stop());

/** The metrics that an expression names, each with its labels as written. */
function listMetrics(expression: string): { name: string; labels: string }[] {
  return [...expression.matchAll(/\b([a-z]+(?:_[a-z0-9]+)+)(?:\{([^}]*)\})?(?=[[)\s]|$)/g)]
    .map(([, name = '', labels = '']) => ({ name, labels }))
    .filter(({ name }) => name !== 'histogram_quantile');
}

test.each([
  [
    'max(outbox_lag_seconds{kind="webhook"}) > 300',
    [{ name: 'outbox_lag_seconds', labels: 'kind="webhook"' }],
  ],
  ['sum by (le) (rate(a_seconds_bucket[5m]))', [{ name: 'a_seconds_bucket', labels: '' }]],
])('the reader of expressions finds what %s names', (expression, metrics) => {
  expect(listMetrics(expression)).toEqual(metrics);
});

describe('what the alarms and the dashboard ask for', () => {
  test('is given by a running service', () => {
    const asked = [...alarms.map(({ expr }) => expr), ...panels].flatMap(listMetrics);
    expect(new Set(asked.map(({ name }) => name)).size).toBeGreaterThan(12);
    const known = new Set([...figures.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    const missing = asked.filter(({ name }) => !known.has(name.replace(/_(?:bucket|count|sum)$/, '')));
    expect(missing).toEqual([]);
  });

  test('is there from the start where its first increase must be seen', () => {
    const counted = alarms
      .flatMap(({ expr }) => listMetrics(expr))
      .filter(({ name }) => name.endsWith('_total'));
    expect(counted.length).toBeGreaterThan(3);
    for (const { name, labels } of counted)
      expect(figures).toMatch(new RegExp(`^${name}\\{[^}]*${labels}[^}]*\\} \\d`, 'm'));
  });
});

test('the table of alarms in the documentation is that of the rules', async () => {
  const text = await readFile(new URL('../docs/operations.md', DEPLOY), 'utf8');
  const documented = [...text.matchAll(/^\| `([A-Z]\w+)` \((?:page|ticket)\)/gm)].map(([, name]) => name);
  expect(documented).toEqual(alarms.map(({ alert }) => alert));
});

const promtool = process.env['PROMTOOL'] ?? 'promtool';

test.runIf(spawnSync(promtool, ['--version']).status === 0)('promtool accepts the rules', () => {
  const rules = new URL('prometheus/alarms.yaml', DEPLOY).pathname;
  const { status, stdout, stderr } = spawnSync(promtool, ['check', 'rules', rules], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain(`${alarms.length} rules found`);
});
