/** Nothing from elsewhere, nothing inside the page itself: a text that slips through as markup can run nothing. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

const HSTS = 'max-age=31536000';

/** What a browser must hold to on the dashboard's pages. */
export function pageHeaders(publicUrl: string): Readonly<Record<string, string>> {
  return {
    'content-security-policy': CONTENT_POLICY,
    'x-content-type-options': 'nosniff',
    // An invitation's address is a secret.
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(publicUrl.startsWith('https:') ? { 'strict-transport-security': HSTS } : {}),
  };
}
