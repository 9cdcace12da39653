import { afterAll, beforeAll } from 'vitest';
import { type Filling, fillDashboard, REFUSED_AMOUNT, type Wording } from './fill-dashboard.ts';
import { signIn, type SignedInClient } from './dashboard.ts';
import { type FakeProviderA, startFakeProviderA } from './provider-a.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { startTestService, type TestService } from './service.ts';

export interface FilledDashboard extends Filling {
  readonly service: TestService;
  readonly operator: SignedInClient;
}

/**
 * A service where every page of the dashboard has something to show, for the tests of the calling file. Every text that
 * comes from outside (providers, applications, people, files) goes through the given wording.
 */
export function useFilledDashboard(wording: Wording = (ordinary) => ordinary): FilledDashboard {
  const filled: { -readonly [Key in keyof FilledDashboard]?: FilledDashboard[Key] } = {};
  let provider: FakeProviderA | undefined;
  let receiver: Receiver | undefined;
  beforeAll(async () => {
    provider = await startFakeProviderA(() => ({
      kind: 'take',
      judge: () => ({ result: 'failure', recoverable: false, message: wording('Caso encerrado') }),
    }));
    receiver = await startReceiver(({ body }) =>
      body.includes(REFUSED_AMOUNT)
        ? { status: 400, headers: { 'content-type': 'text/html' }, body: wording('Pedido inválido') }
        : { status: 200, body: wording('Recebido') },
    );
    filled.service = await startTestService(
      { WEBHOOK_ALLOW_PRIVATE: 'true', PROVIDER_A_URL: provider.url },
      { work: true },
    );
    filled.operator = await signIn(filled.service, { role: 'operator' });
    Object.assign(filled, await fillDashboard(filled.service, filled.operator, receiver, wording));
  });
  afterAll(async () => {
    await filled.service?.stop();
    await receiver?.stop();
    await provider?.stop();
  });
  return filled as FilledDashboard;
}
