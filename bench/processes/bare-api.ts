// The limit for lists and reads: bare Fastify that answers the same bytes from memory behind the same authentication.
import fastify from 'fastify';
import { createAuthenticate } from '../../src/http/authenticate.ts';
import { connect } from '../../src/store/connect.ts';

/** What to answer at each path. */
type Bodies = Readonly<Record<string, string>>;

process.on('disconnect', () => process.exit());
process.once('message', (bodies: Bodies) => void serve(bodies));

async function serve(bodies: Bodies): Promise<void> {
  const sql = connect(process.env['DATABASE_URL'] ?? '', {
    applicationName: 'bench limit',
    connectionsMax: 2,
  });
  const authenticate = createAuthenticate(sql, 0);
  const app = fastify();
  app.addHook('onRequest', async (request) => void (await authenticate(request, 'basic')));
  app.get('/*', async ({ url }, reply) =>
    reply.type('application/json; charset=utf-8').send(bodies[url] ?? ''),
  );
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  process.send?.({ port: Number(new URL(url).port) });
}
