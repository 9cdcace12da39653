/**
 * A browser that is led to an answer of the API must take it for data, and nobody on the way may keep it. Pages say
 * themselves what they may do, and files that never change how long they are good for.
 */
export const DATA_HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
};
