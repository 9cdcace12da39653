/** A browser that is led to an answer of the API must take it for data; pages say themselves what they may do. */
export const DATA_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
};
