/** What `sslmode` in a database's URL may be, as PostgreSQL's own programs have it. */
export const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
export type SslMode = (typeof SSL_MODES)[number];

export function isSslMode(text: string): text is SslMode {
  return SSL_MODES.some((mode) => mode === text);
}
