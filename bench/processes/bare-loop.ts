// The limit for webhooks: sign and post the same bytes with undici, and do nothing else.
import { Pool } from 'undici';
import { OWN_HEADERS } from '../../src/rules/own-headers.ts';
import { signMessage } from '../../src/signing/standard-webhooks.ts';

export interface Order {
  readonly ports: readonly number[];
  readonly webhookId: string;
  readonly body: string;
  readonly count: number;
  readonly atOncePerPort: number;
}

process.on('disconnect', () => process.exit());
process.on('message', (order: Order) => void run(order));

async function run({ ports, webhookId, body, count, atOncePerPort }: Order): Promise<void> {
  const key = Buffer.alloc(32, 'k');
  let sent = 0;
  const pools = ports.map(
    (port) => new Pool(`http://127.0.0.1:${port}`, { connections: atOncePerPort, pipelining: 1 }),
  );
  async function keepPosting(pool: Pool): Promise<void> {
    while (sent < count) {
      sent += 1;
      const signature = signMessage(key, { id: webhookId, at: new Date(), body });
      const answer = await pool.request({
        path: '/hook',
        method: 'POST',
        headers: { 'content-type': 'application/json', ...signature, ...OWN_HEADERS },
        body,
      });
      await answer.body.dump();
    }
  }
  await Promise.all(pools.flatMap((pool) => Array.from({ length: atOncePerPort }, () => keepPosting(pool))));
  await Promise.all(pools.map((pool) => pool.close()));
  process.send?.({ done: count });
}
