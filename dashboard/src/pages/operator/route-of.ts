interface Routed {
  readonly provider: string;
  readonly descriptor: string | null;
  readonly acquirer_bin: string | null;
  readonly caid: string | null;
}

/** What in an alert tells which merchant it is for. */
export function routeOf({ provider, descriptor, acquirer_bin: bin, caid }: Routed): string {
  if (provider === 'provider_a_alerts') return descriptor ?? '';
  return `${bin ?? '–'} / ${caid ?? '–'}`;
}
