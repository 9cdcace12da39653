import { afterAll, afterEach, beforeAll } from 'vitest';
import { createTestCompany, type TestCompany } from './company.ts';
import { createTestEndpoint } from './endpoint.ts';
import { type Behaviour, type Receiver, startReceiver } from './receiver.ts';
import { startTestService, type TestService } from './service.ts';
import { killServiceProcesses } from './worker-process.ts';

export interface Subscriber {
  readonly company: TestCompany;
  readonly endpointId: string;
  readonly secret: string;
  readonly receiver: Receiver;
}

export interface DeliveryBench {
  readonly service: TestService;
  /** A receiver that ends with the test. */
  startReceiver(behaviour?: Behaviour): Promise<Receiver>;
  /** A company with one webhook endpoint that behaves like this. */
  subscribe(behaviour?: Behaviour): Promise<Subscriber>;
}

/** A service that may send to loopback, for the tests of the calling file. */
export function useDelivery(environment: Record<string, string> = {}, { work = true } = {}): DeliveryBench {
  const receivers: Receiver[] = [];
  let service: TestService | undefined;
  beforeAll(async () => {
    service = await startTestService({ WEBHOOK_ALLOW_PRIVATE: 'true', ...environment }, { work });
  });
  afterEach(async () => {
    await Promise.all(receivers.splice(0).map((receiver) => receiver.stop()));
  });
  afterAll(async () => {
    killServiceProcesses();
    await service?.stop();
  });

  const bench: DeliveryBench = {
    get service() {
      if (service === undefined) throw new Error('The service is there once tests run');
      return service;
    },
    startReceiver: async (behaviour) => {
      const receiver = await startReceiver(behaviour);
      receivers.push(receiver);
      return receiver;
    },
    subscribe: async (behaviour) => {
      const receiver = await bench.startReceiver(behaviour);
      const company = await createTestCompany(bench.service.sql);
      return { company, receiver, ...(await createTestEndpoint(bench.service, company, receiver.url)) };
    },
  };
  return bench;
}
