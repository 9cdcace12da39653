import { Type } from 'typebox';
import { routeKey } from '../rules/route-key.ts';
import {
  COMMON_FIELDS,
  OptionalText,
  readCommonFacts,
  readNullableText,
  readText,
  RequiredText,
} from './alert-message.ts';
import type { ProviderMessages } from './provider-messages.ts';

/** Provider A routes by descriptor. */
export const ProviderAMessage = Type.Object({
  ...COMMON_FIELDS,
  descriptor: RequiredText('descriptor', 'LOJA*EXEMPLO'),
  acquirer_bin: OptionalText('acquirer_bin', '412345'),
  caid: OptionalText('caid', '000123456789012'),
});

export const providerA: ProviderMessages<typeof ProviderAMessage> = {
  provider: 'provider_a_alerts',
  schema: ProviderAMessage,
  translate: (message) => ({
    ...readCommonFacts(message),
    provider: 'provider_a_alerts',
    descriptor: readText(message.descriptor),
    caid: readNullableText(message.caid),
    acquirerBin: readNullableText(message.acquirer_bin),
    routeKey: routeKey({ provider: 'provider_a_alerts', descriptor: message.descriptor }),
  }),
};
