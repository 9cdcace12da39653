/** What the stream of server-sent events says: that something changed, never what, so that every read is checked. */
export const LIVE_TOPICS = ['alerts', 'bulk_updates', 'company'] as const;
export type LiveTopic = (typeof LIVE_TOPICS)[number];
