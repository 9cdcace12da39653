import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RefusalError } from '../http/refusal-error.ts';
import { pageHeaders } from './page-headers.ts';
import type { DashboardParts } from './parts.ts';

const BUILT = fileURLToPath(new URL('../../dashboard/dist/', import.meta.url));
const API = /^\/dashboard\/api(?:[/?]|$)/;
const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Chargeback alerts</title>
<h1>The dashboard has not been built</h1><p>The API works. To build the pages: <code>npm run build:dashboard</code></p></html>`;

/** The dashboard's pages: one document for every address, whose script shows the page, and the files it is made of. */
export async function addPageRoutes(
  app: FastifyInstance,
  { publicUrl }: Pick<DashboardParts, 'publicUrl'>,
  folder: string = BUILT,
): Promise<void> {
  const headers = pageHeaders(publicUrl);
  await app.register((assets) => addAssets(assets, folder, headers), { prefix: '/dashboard/assets' });
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    // Only what no route of the API took comes here.
    if (API.test(request.url)) throw new RefusalError('path_not_found');
    const page = await readPage(folder);
    reply.headers(headers).type('text/html; charset=utf-8');
    return page === undefined ? reply.code(503).send(NOT_BUILT) : reply.send(page);
  };
  for (const url of ['/dashboard', '/dashboard/', '/dashboard/*']) {
    app.get(url, { schema: { hide: true } }, answer);
  }
}

/** Their names change with their content, so a browser asks for each of them once. */
async function addAssets(
  assets: FastifyInstance,
  folder: string,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  assets.setNotFoundHandler(() => {
    throw new RefusalError('path_not_found');
  });
  await assets.register(fastifyStatic, {
    root: join(folder, 'assets'),
    decorateReply: false,
    index: false,
    // A folder is no file; asked for one, the plugin would fail.
    allowedPath: (path) => /\.\w+$/.test(path),
    schemaHide: true,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    setHeaders: (reply) => void reply.headers(headers),
  });
}

/** Read each time: it is small, and a build made while the service runs takes effect at once. */
async function readPage(folder: string): Promise<string | undefined> {
  try {
    return await readFile(join(folder, 'index.html'), 'utf8');
  } catch {
    return undefined;
  }
}
