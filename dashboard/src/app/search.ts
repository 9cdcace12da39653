/** Addresses keep plain text: the router's own way would turn the card digits "0042" and "4242" into two kinds of value. */
export function parseSearch(text: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(text));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' || typeof value === 'number') parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text ? `?${text}` : '';
}

/** For pages that keep a few named texts in their address: `validateSearch: pickSearch('state', 'q')`. */
export function pickSearch<T extends string>(
  ...names: readonly T[]
): (search: Record<string, unknown>) => Partial<Record<T, string | undefined>> {
  return (search) => {
    const picked: Partial<Record<T, string | undefined>> = {};
    for (const name of names) {
      const value = search[name];
      if (typeof value === 'string' && value !== '') picked[name] = value;
    }
    return picked;
  };
}
