// What every page but the first ones says.
export { account } from './account.ts';
export { alert } from './alert.ts';
export { alerts } from './alerts.ts';
export { answering } from './answering.ts';
export { auditLog } from './audit-log.ts';
export { credentials } from './credentials.ts';
export { deliveries } from './deliveries.ts';
export { imports } from './imports.ts';
export { operator } from './operator.ts';
export { said } from './said.ts';
export { team } from './team.ts';
export { webhooks } from './webhooks.ts';
