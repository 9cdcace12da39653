/** The two alert providers and everything that differs between them by rule. */
export const PROVIDERS = ['provider_a_alerts', 'provider_b_rdr'] as const;
export type Provider = (typeof PROVIDERS)[number];

interface ProviderFacts {
  /** Kept for compatibility; a fixed value per provider (D16). */
  readonly providerId: string;
  /** The plain slug of the legacy body (D19). */
  readonly legacySlug: 'provider_a' | 'provider_b';
  /** Provider A waits for an answer until a deadline; provider B has refunded already (D13). */
  readonly answerHasDeadline: boolean;
}

export const PROVIDER_FACTS: Readonly<Record<Provider, ProviderFacts>> = {
  provider_a_alerts: {
    providerId: '6f1d1c9e-0a54-4c1b-9a37-2f6f0c8f7a01',
    legacySlug: 'provider_a',
    answerHasDeadline: true,
  },
  provider_b_rdr: {
    providerId: '6f1d1c9e-0a54-4c1b-9a37-2f6f0c8f7b02',
    legacySlug: 'provider_b',
    answerHasDeadline: false,
  },
};
