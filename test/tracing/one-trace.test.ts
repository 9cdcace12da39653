import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../support/client.ts';
import { createTestCompany, type TestCompany } from '../support/company.ts';
import { createTestEndpoint } from '../support/endpoint.ts';
import { type FakeProviderA, startFakeProviderA } from '../support/provider-a.ts';
import { receiveAlert } from '../support/provider.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { waitFor } from '../support/wait-for.ts';

interface WireSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly links?: { spanId: string }[];
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: { key: string; value: { stringValue?: string; intValue?: string } }[];
  readonly status?: { code: number };
}

let collector: Receiver;
let receiver: Receiver;
let provider: FakeProviderA;
let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  [collector, receiver, provider] = await Promise.all([
    startReceiver(() => ({ status: 200, body: '{}' })),
    startReceiver(),
    startFakeProviderA(),
  ]);
  service = await startTestService(
    {
      WEBHOOK_ALLOW_PRIVATE: 'true',
      PROVIDER_A_URL: provider.url,
      OTEL_EXPORTER_OTLP_ENDPOINT: new URL('/', collector.url).href,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer of the collector',
    },
    { work: true },
  );
  company = await createTestCompany(service.sql);
  await createTestEndpoint(service, company, receiver.url);
});
afterAll(async () => {
  await service.stop();
  await Promise.all([collector.stop(), receiver.stop(), provider.stop()]);
});

function readSpans(): WireSpan[] {
  return collector.requests.flatMap(({ body }) => {
    const sent = JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: WireSpan[] }[] }[] };
    return sent.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  });
}

const ATTRIBUTES = new Set([
  'alert.id',
  'company.id',
  'endpoint.id',
  'receipt.result',
  'answer.status',
  'attempt',
  'outcome',
]);

function countWords(): number {
  return service.logLines.filter((line) => line.includes('does not accept traces')).length;
}

/** The spans of an alert by name, once these are there. */
async function waitForSpans(alertId: string, names: readonly string[]): Promise<Record<string, WireSpan>> {
  return waitFor(`the spans ${names.join(', ')}`, () => {
    const own = readSpans().filter(({ traceId }) => traceId === alertId.replaceAll('-', ''));
    const byName = Object.fromEntries(own.map((span) => [span.name, span]));
    return names.every((name) => name in byName) && byName;
  });
}

describe('with a collector, an alert is one trace', () => {
  test('receipt, delivery, answer and forward hang together, though no process told another', async () => {
    const alertId = await receiveAlert(service.url, company);
    const webhook = await waitFor('the webhook', () => receiver.requests.at(-1));
    await createClient(service.url, company).answer(alertId, 'notfound');
    const spans = await waitForSpans(alertId, ['receipt', 'delivery', 'answer', 'forward']);
    const { receipt, delivery, answer, forward } = spans;

    expect(receipt?.parentSpanId).toBeUndefined();
    for (const span of [delivery, answer, forward]) expect(span?.parentSpanId).toBe(receipt?.spanId);
    expect(forward?.links).toEqual([{ traceId: receipt?.traceId, spanId: answer?.spanId }]);
    expect([receipt, delivery, answer, forward].map((span) => span?.kind)).toEqual([2, 3, 2, 3]);
    for (const span of Object.values(spans)) {
      expect(span.status).toBeUndefined();
      expect(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano)).toBe(true);
    }
    expect(webhook.headers['traceparent']).toBe(`00-${receipt?.traceId}-${delivery?.spanId}-01`);
  });

  test('the collector is told who it is for, and nothing that an alert says', async () => {
    const alertId = await receiveAlert(service.url, company);
    const { receipt } = await waitForSpans(alertId, ['receipt']);
    expect(receipt?.attributes).toEqual([
      { key: 'alert.id', value: { stringValue: alertId } },
      { key: 'company.id', value: { stringValue: company.companyId } },
      { key: 'receipt.result', value: { stringValue: 'accepted' } },
    ]);
    const [request] = collector.requests;
    expect(request?.path).toBe('/v1/traces');
    expect(request?.headers['authorization']).toBe('Bearer of the collector');
    const keys = readSpans().flatMap(({ attributes }) => attributes.map(({ key }) => key));
    expect([...new Set(keys)].filter((key) => !ATTRIBUTES.has(key))).toEqual([]);
  });

  test('an attempt that fails is a span that says so', async () => {
    receiver.behave(() => ({ status: 500 }));
    const alertId = await receiveAlert(service.url, company);
    const { delivery } = await waitForSpans(alertId, ['delivery']);
    expect(delivery?.status).toEqual({ code: 2, message: 'retry' });
    receiver.behave(() => ({ status: 200 }));
  });

  test('a collector that is down costs nothing but its traces, and is said once', async () => {
    collector.behave(() => ({ status: 503 }));
    for (const _ of ['first', 'second']) {
      const before = collector.requests.length;
      await receiveAlert(service.url, company);
      await waitFor('a refusal', () => collector.requests.length > before);
      await waitFor('the word about it', () => countWords() > 0);
    }
    expect(countWords()).toBe(1);
    collector.behave(() => ({ status: 200 }));
  });
});
