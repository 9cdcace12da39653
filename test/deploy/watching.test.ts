import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { createTestCompany } from '../support/company.ts';
import { receiveAlert } from '../support/provider.ts';
import { type Metric, readExpression } from '../support/promql.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { waitFor } from '../support/wait-for.ts';

const DEPLOY = new URL('../../deploy/', import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, DEPLOY), 'utf8');

interface Alarm {
  readonly alert: string;
  readonly expr: string;
}

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

let service: TestService;
let figures: string;
let alarms: readonly Alarm[];
let panels: readonly Panel[];
let asked: readonly string[];
beforeAll(async () => {
  service = await startTestService({}, { work: true });
  await receiveAlert(service.url, await createTestCompany(service.sql));
  figures = await waitFor('every figure to be there', async () => {
    const text = await (await fetch(`${service.url}/metrics`)).text();
    return text.includes('http_request_seconds_bucket') && text.includes('outbox_open_breakers{') && text;
  });
  const rules = parse(await read('prometheus/alarms.yaml')) as { groups: { rules: Alarm[] }[] };
  alarms = rules.groups.flatMap((group) => group.rules);
  ({ panels } = JSON.parse(await read('grafana/dashboard.json')) as { panels: Panel[] });
  asked = [...alarms, ...panels.flatMap(({ targets = [] }) => targets)].map(({ expr }) => expr);
});
afterAll(() => service.stop());

test.each([
  [
    'max(outbox_lag_seconds{kind="webhook"}) > 300',
    [{ name: 'outbox_lag_seconds', labels: 'kind="webhook"' }],
    ['kind'],
  ],
  ['sum by (le) (rate(a_seconds_bucket[$__interval]))', [{ name: 'a_seconds_bucket', labels: '' }], ['le']],
])('the reader of expressions finds what %s names', (expression, metrics, labelNames) => {
  expect(readExpression(expression)).toEqual({ metrics, labelNames: new Set(labelNames) });
});

test.each(['sum(rate(a_total[5m])', 'a_total{kind=webhook}', 'max by kind (a_total)'])(
  'and refuses %s',
  (expression) => {
    expect(() => readExpression(expression)).toThrow('cannot be read');
  },
);

/** What Prometheus adds to what it reads. */
const OF_PROMETHEUS = { metrics: ['up'], labels: ['job', 'instance'] };

describe('what the alarms and the dashboard ask for', () => {
  test('is given by a running service', () => {
    const metrics = asked.flatMap((expression) => readExpression(expression).metrics);
    expect(new Set(metrics.map(({ name }) => name)).size).toBeGreaterThan(12);
    const known = new Set([...figures.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    const missing = metrics.filter(({ name }) => !known.has(name.replace(/_(?:bucket|count|sum)$/, '')));
    expect(missing.filter(({ name }) => !OF_PROMETHEUS.metrics.includes(name))).toEqual([]);
  });

  test('has the labels by which it is chosen and summed', () => {
    const missing = asked.flatMap((expression) => {
      const { metrics, labelNames } = readExpression(expression);
      const labels = [...labelNames].filter((label) => !OF_PROMETHEUS.labels.includes(label));
      return labels.flatMap((label) =>
        metrics.filter((metric) => !hasLabel(metric, label)).map(() => expression),
      );
    });
    expect(missing).toEqual([]);
  });

  test('is there from the start where its first increase must be seen', () => {
    const counted = alarms
      .flatMap(({ expr }) => readExpression(expr).metrics)
      .filter(({ name }) => name.endsWith('_total'));
    expect(counted.length).toBeGreaterThan(3);
    for (const { name, labels } of counted)
      expect(figures).toMatch(new RegExp(`^${name}\\{[^}]*${labels}[^}]*\\} \\d`, 'm'));
  });
});

/** Of the series that are there already; a counter with labels may have none before it first counts. */
function hasLabel({ name }: Metric, label: string): boolean {
  const series = figures
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  return series.length === 0 || series.some((line) => line.includes(`${label}="`));
}

describe('the dashboard', () => {
  test('names its lines by labels that they have', () => {
    const targets = panels.flatMap(({ targets: ofPanel = [] }) => ofPanel);
    const wrong = targets.filter(({ expr, legendFormat }) =>
      [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].some(
        ([, label = '']) =>
          !readExpression(expr).labelNames.has(label) && !OF_PROMETHEUS.labels.includes(label),
      ),
    );
    expect(wrong).toEqual([]);
  });

  test('has a place of its own for each panel, within the width of 24', () => {
    const places = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, nr) => `${x + (nr % w)} ${y + Math.floor(nr / w)}`),
    );
    expect(new Set(places).size).toBe(places.length);
    expect(panels.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([]);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
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
