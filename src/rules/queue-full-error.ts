/** Refused because too much waits already; nothing was stored. */
export class QueueFullError extends Error {
  constructor() {
    super('Too many requests are waiting for the database');
  }
}
