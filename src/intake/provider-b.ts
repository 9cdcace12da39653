import { Type } from 'typebox';
import { ERROR_TEXT } from '../http/validation.ts';
import { ACQUIRER_BIN_PATTERN } from '../rules/alert-fields.ts';
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

/** Provider B routes by acquirer BIN and card acceptor. */
export const ProviderBMessage = Type.Object({
  ...COMMON_FIELDS,
  descriptor: OptionalText('descriptor', 'LOJA*EXEMPLO'),
  acquirer_bin: Type.String({
    pattern: ACQUIRER_BIN_PATTERN,
    examples: ['412345'],
    [ERROR_TEXT]: 'acquirer_bin must be 6-11 digits',
  }),
  caid: RequiredText('caid', '000123456789012'),
});

export const providerB: ProviderMessages<typeof ProviderBMessage> = {
  provider: 'provider_b_rdr',
  schema: ProviderBMessage,
  translate: (message) => ({
    ...readCommonFacts(message),
    provider: 'provider_b_rdr',
    descriptor: readText(message.descriptor),
    caid: readNullableText(message.caid),
    acquirerBin: message.acquirer_bin,
    routeKey: routeKey({
      provider: 'provider_b_rdr',
      acquirerBin: message.acquirer_bin,
      caid: message.caid,
    }),
  }),
};
