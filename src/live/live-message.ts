import { isJsonObject } from '../rules/json-object.ts';
import { LIVE_TOPICS, type LiveTopic } from '../shapes/dashboard/live.ts';

/** Stands for every company, where naming them would take too much. */
export const EVERY_COMPANY = '*';
/** With 39 bytes for an id, far below the 8,000 that a notice may have. */
const COMPANIES_PER_MESSAGE_MAX = 100;
const MESSAGES_PER_TOPIC_MAX = 10;

/** What one process tells the others: which companies have something new. Without companies it only shows that it is heard. */
export interface LiveMessage {
  readonly from: string;
  readonly topic: LiveTopic;
  readonly companyIds: readonly string[];
}

/** Few enough messages for any number of companies; beyond a limit every page looks again, which costs each of them little. */
export function writeMessages(from: string, topic: LiveTopic, companyIds: readonly string[]): string[] {
  if (companyIds.length > COMPANIES_PER_MESSAGE_MAX * MESSAGES_PER_TOPIC_MAX) {
    return [JSON.stringify({ from, topic, companyIds: [EVERY_COMPANY] })];
  }
  const texts: string[] = [];
  for (let first = 0; first < companyIds.length; first += COMPANIES_PER_MESSAGE_MAX) {
    const part = companyIds.slice(first, first + COMPANIES_PER_MESSAGE_MAX);
    texts.push(JSON.stringify({ from, topic, companyIds: part }));
  }
  return texts;
}

export function writeSignOfLife(from: string): string {
  return JSON.stringify({ from, topic: 'company', companyIds: [] } satisfies LiveMessage);
}

/** Undefined for what another version may say and this one does not understand. */
export function readMessage(text: string): LiveMessage | undefined {
  try {
    const given: unknown = JSON.parse(text);
    if (!isJsonObject(given)) return undefined;
    const { from, companyIds } = given;
    const topic = LIVE_TOPICS.find((known) => known === given['topic']);
    if (typeof from !== 'string' || topic === undefined || !Array.isArray(companyIds)) return undefined;
    return { from, topic, companyIds: companyIds.filter((id) => typeof id === 'string') };
  } catch {
    return undefined;
  }
}
