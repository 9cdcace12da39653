import type { FastifyBaseLogger } from 'fastify';
import type { TakeTurn } from '../http/queue.ts';
import type { Live } from '../live/live.ts';
import type { TestEventShape } from '../shapes/dashboard/integration.ts';
import type { Sql } from '../store/connect.ts';

/** What the dashboard's routes are made of, put together in create-dashboard-parts.ts. */
export interface DashboardParts {
  readonly sql: Sql;
  readonly log: FastifyBaseLogger;
  readonly secretKey: string;
  readonly publicUrl: string;
  /** For each person, as for each credential (D28); 0 means no limit. */
  readonly rateLimitPerMinute: number;
  readonly webhookAllowPrivate: boolean;
  readonly responseWindowMs: number;
  readonly followUpWindowMs: number;
  /** For links in mail; undefined when no mail server is set up. */
  readonly smtpUrl: string | undefined;
  /** Called after a commit that left something to send. */
  readonly onNewWork: () => void;
  readonly live: Live;
  /** For what may read all that a company has: most connections stay free for those who answer and deliver alerts. */
  readonly takeTurn: TakeTurn;
  /** Sends a sample of a webhook to an endpoint and tells what came back. */
  readonly sendTestEvent: (companyId: string, endpointId: string) => Promise<TestEventShape>;
  /** Plays a provider; undefined outside the sandbox. */
  readonly sendTestAlert: ((companyId: string) => Promise<{ readonly ids: readonly string[] }>) | undefined;
}
