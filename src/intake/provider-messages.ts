import type { TObject } from 'typebox';
import type { Provider } from '../rules/provider.ts';
import type { IncomingAlert } from '../store/store-alerts.ts';

/** How one provider's message is checked and read; one file for each provider. */
export interface ProviderMessages<Message> {
  readonly provider: Provider;
  readonly schema: TObject;
  translate(message: Message): Omit<IncomingAlert, 'id'>;
}
