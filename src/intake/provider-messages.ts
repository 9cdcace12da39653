import type { Static, TObject } from 'typebox';
import type { Provider } from '../rules/provider.ts';
import type { IncomingAlert } from '../store/alerts/store-alerts.ts';

/** How one provider's message is checked and read; one file for each provider. */
export interface ProviderMessages<Schema extends TObject> {
  readonly provider: Provider;
  readonly schema: Schema;
  readonly translate: (message: Static<Schema>) => Omit<IncomingAlert, 'id'>;
}
