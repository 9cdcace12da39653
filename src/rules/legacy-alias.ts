/** The two aliases of the previous platform, as their calls are counted (D21). */
export type LegacyAlias = 'lookup' | 'status_update';
