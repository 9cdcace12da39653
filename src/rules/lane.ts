/** The lane of provider A in the outbox; every other lane is a webhook endpoint and has its id. */
export const PROVIDER_A_LANE = '00000000-0000-4000-8000-00000000000a';
