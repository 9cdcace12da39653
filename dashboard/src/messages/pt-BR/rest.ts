import type { RestMessages } from '../en/index.ts';
import { account } from './account.ts';
import { alert } from './alert.ts';
import { alerts } from './alerts.ts';
import { answering } from './answering.ts';
import { auditLog } from './audit-log.ts';
import { credentials } from './credentials.ts';
import { deliveries } from './deliveries.ts';
import { imports } from './imports.ts';
import { operator } from './operator.ts';
import { team } from './team.ts';
import { webhooks } from './webhooks.ts';

export const rest: RestMessages = {
  account,
  alert,
  alerts,
  answering,
  auditLog,
  credentials,
  deliveries,
  imports,
  operator,
  team,
  webhooks,
};
