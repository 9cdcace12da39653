/** A line to paste that proves credentials and shows the company's alerts. */
export function tryApiCommand(url: string, clientId: string, clientSecret: string): string {
  return `curl -u ${clientId}:${clientSecret} ${url}/api/v1/chargeback-alert/alerts`;
}
