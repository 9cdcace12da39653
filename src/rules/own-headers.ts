/** What every request of ours to the outside carries. An answer is wanted as it is: nothing small can unfold into something huge. */
export const OWN_HEADERS = { 'user-agent': 'chargeback-alerts/1', 'accept-encoding': 'identity' } as const;
