export interface Settings {
  /** `whsec_…`, shown once when the endpoint was created. */
  readonly webhookSecret: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly apiUrl: string;
  readonly port: number;
}

export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const required = (name: string): string => {
    const value = environment[name];
    if (value === undefined || value === '')
      throw new Error(`Set ${name}; README.md tells where it comes from.`);
    return value;
  };
  return {
    webhookSecret: required('WEBHOOK_SECRET'),
    clientId: required('CLIENT_ID'),
    clientSecret: required('CLIENT_SECRET'),
    apiUrl: environment['API_URL'] ?? 'http://localhost:3000',
    port: Number(environment['PORT'] ?? 4000),
  };
}
