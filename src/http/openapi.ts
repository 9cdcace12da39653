import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { SHARED_SHAPES } from '../shapes/shared.ts';

const DESCRIPTION = `
Chargeback alerts of your company: list and read them, and answer them in time.

Alerts of \`provider_a_alerts\` must be answered within 24 hours of \`received_at\`; an answer in time can stop the
chargeback. Alerts of \`provider_b_rdr\` have already been refunded; an answer is for your own records.

Every answer carries \`x-request-id\`; quote it when you contact us.
`;

/** The page loads nothing from elsewhere; Swagger UI sets style attributes, hence the one exception. */
const PAGE_POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'self'; frame-ancestors 'none'";

/** The API reference, made from the schemas that validate. Register before the routes it describes. */
export async function addApiReference(app: FastifyInstance, publicUrl: string): Promise<void> {
  for (const shape of SHARED_SHAPES) app.addSchema(shape);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Chargeback Alert Service', version: '1.0.0', description: DESCRIPTION.trim() },
      servers: [{ url: publicUrl }, { url: '/', description: 'Where this document comes from' }],
      tags: [
        { name: 'Alerts', description: 'What a company lists, reads and answers.' },
        { name: 'Legacy', description: 'Two aliases for integrations made on the previous platform.' },
        { name: 'Providers', description: 'Where the alert providers send their alerts.' },
      ],
      components: {
        securitySchemes: {
          basic: { type: 'http', scheme: 'basic', description: 'Client id and client secret.' },
          clientid: { type: 'apiKey', in: 'header', name: 'clientid' },
          clientkey: { type: 'apiKey', in: 'header', name: 'clientkey' },
          webhookSignature: {
            type: 'apiKey',
            in: 'header',
            name: 'webhook-signature',
            description: 'Standard Webhooks 1.0, with `webhook-id` and `webhook-timestamp`.',
          },
        },
      },
    },
    // A shape keeps its name in the document instead of becoming "def-0".
    refResolver: {
      buildLocalReference: (json, _uri, _fragment, index) =>
        typeof json['$id'] === 'string' ? json['$id'] : `shape-${index}`,
    },
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: PAGE_POLICY,
    uiConfig: {
      docExpansion: 'list',
      defaultModelsExpandDepth: 0,
      tryItOutEnabled: true,
      // Otherwise the page would ask a host outside to validate the document.
      validatorUrl: null,
    },
    theme: {
      title: 'Chargeback Alert Service: API reference',
      css: [{ filename: 'page.css', content: '.swagger-ui .topbar { display: none }' }],
    },
  });
}

export function addOpenApiDocument(app: FastifyInstance): void {
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}
