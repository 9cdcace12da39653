import { describe, expect, test } from 'vitest';
import { type HttpAnswer, sendRequest } from '../support/http-request.ts';
import { useApi } from '../support/use-api.ts';

const api = useApi();

async function get(path: string): Promise<HttpAnswer> {
  return sendRequest(api.service.url, path);
}

/** What a page loads by itself: scripts, styles, icons, images. */
function referencesOf(html: string): string[] {
  return [...html.matchAll(/<(?:script|link|img)\b[^>]*?\b(?:src|href)="([^"]+)"/g)].map(
    ([, target = '']) => target,
  );
}

describe.each(['/docs', '/docs/'])('design 3: GET %s, the API reference', (page) => {
  test('200 HTML, without credentials', async () => {
    const answer = await get(page);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
    expect(answer.text).toContain('<title>');
  });

  test('everything it references is served by us', async () => {
    const { text } = await get(page);
    const references = referencesOf(text);
    expect(references.length).toBeGreaterThan(3);
    for (const reference of references) {
      const target = new URL(reference, api.service.url + page);
      expect(target.origin).toBe(api.service.url);
      const asset = await get(target.pathname);
      expect([reference, asset.status]).toEqual([reference, 200]);
      expect(asset.text.length).toBeGreaterThan(0);
    }
  });

  test('no style sheet of it asks an outside host', async () => {
    const { text } = await get(page);
    for (const reference of referencesOf(text).filter((target) => target.endsWith('.css'))) {
      const { text: css } = await get(new URL(reference, api.service.url + page).pathname);
      const outside = [...css.matchAll(/(?:url\(|@import)\s*["']?([^"')\s]+)/g)]
        .map(([, target = '']) => target)
        .filter(
          (target) =>
            !target.startsWith('data:') && !target.startsWith('#') && /^(?:https?:)?\/\//.test(target),
        );
      expect(outside).toEqual([]);
    }
  });

  test('its own script asks for the document here and for no validator elsewhere', async () => {
    const { text } = await get(page);
    const initializer = referencesOf(text).find((target) => target.includes('initializer')) ?? '';
    const script = (await get(new URL(initializer, api.service.url + page).pathname)).text;
    expect(script).toContain("url: resolveUrl('./json')");
    expect(script).toMatch(/validatorUrl: null/);
    expect((await get('/docs/json')).text).toBe((await get('/openapi.json')).text);
  });

  test('its Content-Security-Policy lets the browser load nothing from outside', async () => {
    const policy = String((await get(page)).headers['content-security-policy']);
    expect(policy).toContain("default-src 'self'");
    const outside = policy
      .split(';')
      .flatMap((directive) => directive.trim().split(/\s+/).slice(1))
      .filter((source) => !source.startsWith("'") && source !== 'data:');
    expect(outside).toEqual([]);
    // Without TLS, as in the sandbox and behind a proxy, this would send every asset to a port that does not answer.
    expect(policy).not.toContain('upgrade-insecure-requests');
  });
});
