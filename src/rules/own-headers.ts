/** What every request of ours to the outside carries. No answer may be compressed: a small one could unfold into a huge one. */
export const OWN_HEADERS = { 'user-agent': 'chargeback-alerts/1', 'accept-encoding': 'identity' } as const;
